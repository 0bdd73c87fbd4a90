import { join } from 'node:path';
import { accountEventSchemas } from '@outlay/contracts';
import { goldenEvents } from '@outlay/event-sourcing/testing';
import { ACCOUNT } from './account-stream.js';

goldenEvents(accountEventSchemas, ACCOUNT.versions, join(import.meta.dirname, 'golden'));
