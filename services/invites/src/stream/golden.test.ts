import { join } from 'node:path';
import { goldenEvents } from '@outlay/event-sourcing/testing';
import { INVITE } from './invite-stream.js';

goldenEvents([INVITE], join(import.meta.dirname, 'golden'));
