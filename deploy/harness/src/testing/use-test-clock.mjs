/**
 * Loaded into a process before its program (`--import`): its clock shows what a file says, so that a test moves the time
 * of every process of a composition at once. The product is unaware of it, since time enters through a port.
 */
import { readFileSync } from 'node:fs';
import { systemClock } from '@outlay/time';

const file = process.env.TEST_CLOCK ?? '';

systemClock.now = () => {
  const { ahead, stopped } = JSON.parse(readFileSync(file, 'utf8'));
  return new Date(stopped ?? Date.now() + ahead);
};
