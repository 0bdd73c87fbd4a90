/**
 * Loaded into a process before its program (`--import`): its clock shows what a file says, so that a test can move the
 * time of every process of a composition at once. The product knows nothing of it: time enters through a port.
 */
import { readFileSync } from 'node:fs';
import { systemClock } from '@outlay/time';

const file = process.env.MOVED_CLOCK ?? '';

systemClock.now = () => {
  const { ahead, stopped } = JSON.parse(readFileSync(file, 'utf8'));
  return new Date(stopped ?? Date.now() + ahead);
};
