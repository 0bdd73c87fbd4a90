import { join } from 'node:path';
import { accessEventSchemas, accountEventSchemas } from '@outlay/contracts';
import { goldenEvents } from '@outlay/event-sourcing/testing';
import { ACCESS } from './access-stream.js';
import { ACCOUNT } from './account-stream.js';

goldenEvents(
  { ...accountEventSchemas, ...accessEventSchemas },
  { ...ACCOUNT.versions, ...ACCESS.versions },
  join(import.meta.dirname, 'golden'),
);
