import { join } from 'node:path';
import { trailEventSchemas } from '@outlay/contracts';
import { goldenEvents } from '@outlay/event-sourcing/testing';
import { TRAIL } from './trail-repairs.js';

goldenEvents(trailEventSchemas, TRAIL.versions, join(import.meta.dirname, 'golden'));
