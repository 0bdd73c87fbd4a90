import { join } from 'node:path';
import { goldenEvents } from '@outlay/event-sourcing/testing';
import { ACCESS } from './access-stream.js';
import { ACCOUNT } from './account-stream.js';
import { AUDIT_TOKEN } from './audit-token-stream.js';

goldenEvents([ACCOUNT, ACCESS, AUDIT_TOKEN], join(import.meta.dirname, 'golden'));
