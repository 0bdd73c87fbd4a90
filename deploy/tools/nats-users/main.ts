import { writeFileSync } from 'node:fs';
import { natsUsers } from '@outlay/composition';

writeFileSync('deploy/nats/users.conf', natsUsers());
