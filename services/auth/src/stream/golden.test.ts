import { join } from 'node:path';
import { accessEventSchemas, accountEventSchemas, tokenEventSchemas } from '@outlay/contracts';
import { goldenEvents } from '@outlay/event-sourcing/testing';
import { ACCESS } from './access-stream.js';
import { ACCOUNT } from './account-stream.js';
import { AUDIT_TOKEN } from './audit-token-stream.js';

goldenEvents(
  { ...accountEventSchemas, ...accessEventSchemas, ...tokenEventSchemas },
  { ...ACCOUNT.versions, ...ACCESS.versions, ...AUDIT_TOKEN.versions },
  join(import.meta.dirname, 'golden'),
);
