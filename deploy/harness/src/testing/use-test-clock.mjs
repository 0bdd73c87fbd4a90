/** Loaded before the program (`--import`): a test moves the time of all processes at once by writing a file. */
import { readFileSync } from 'node:fs';
import { systemClock } from '@outlay/time';

const file = process.env.TEST_CLOCK ?? '';

systemClock.now = () => {
  const { ahead, stopped } = JSON.parse(readFileSync(file, 'utf8'));
  return new Date(stopped ?? Date.now() + ahead);
};
