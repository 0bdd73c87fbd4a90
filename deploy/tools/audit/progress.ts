import type { InstallationProgress } from '@outlay/composition';

const EVERY_MS = 200;

/** A line on stderr, where that is a terminal. */
export class Progress {
  private shownAt = 0;

  show({ events, files }: Pick<InstallationProgress, 'events' | 'files'>): void {
    const now = performance.now();
    if (!process.stderr.isTTY || now - this.shownAt < EVERY_MS) return;
    this.shownAt = now;
    process.stderr.write(`\r${events.toLocaleString('en')} events, ${files.toLocaleString('en')} files `);
  }

  clear(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}
