import { join } from 'node:path';
import { inviteEventSchemas } from '@outlay/contracts';
import { goldenEvents } from '@outlay/event-sourcing/testing';
import { INVITE } from './invite-stream.js';

goldenEvents(inviteEventSchemas, INVITE.versions, join(import.meta.dirname, 'golden'));
