import { hash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Heads } from './witness.js';

/** A file per log. It is replaced as a whole, so that a crash leaves the old head or the new one. */
export class HeadFiles implements Heads {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = join(folder, 'heads');
    mkdirSync(this.folder, { recursive: true });
  }

  read(origin: string): string | null {
    try {
      return readFileSync(this.fileOf(origin), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  write(origin: string, note: string): void {
    const file = this.fileOf(origin);
    writeFileSync(`${file}.new`, note, { flush: true });
    renameSync(`${file}.new`, file);
    const folder = openSync(this.folder, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  }

  private fileOf(origin: string): string {
    return join(this.folder, hash('sha256', origin));
  }
}
