import { join } from 'node:path';
import { goldenEvents } from '@outlay/event-sourcing/testing';
import { TRAIL } from './trail-repairs.js';

goldenEvents([TRAIL], join(import.meta.dirname, 'golden'));
