import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `show-moved-clock.mjs` reads in each process. */
interface Reading {
  /** Milliseconds on top of real time. */
  readonly ahead: number;
  /** The instant at which the time stands still; null where it goes on. */
  readonly stopped: number | null;
}

/** The clock of every process started with `nodeArgs` and `env`. */
export function movedClock(folder: string, ahead: number) {
  const file = join(folder, 'clock.json');
  const show = (reading: Reading) => writeFileSync(file, JSON.stringify(reading));
  show({ ahead, stopped: null });
  return {
    show,
    env: { MOVED_CLOCK: file },
    nodeArgs: ['--import', join(import.meta.dirname, 'show-moved-clock.mjs')],
  };
}
