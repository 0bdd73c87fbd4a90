import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const FOLLOW = join(import.meta.dirname, '..', '..', '..', 'examples', 'consumer', 'follow.mjs');
/** It may also be killed before its first sign of life, which it may never give. */
const LONGEST_SILENCE_MS = 2000;
/** A process lives through several replies, and is killed in the middle of one. */
const LONGEST_LIFE_MS = 200;

/** The example of a consumer, as a process. */
export class Consumer {
  private child: ChildProcess | null = null;

  constructor(
    readonly file: string,
    private readonly token: () => string,
  ) {}

  start(origin: string) {
    const env = { OUTLAY_URL: origin, OUTLAY_TOKEN: this.token() };
    const child = spawn(process.execPath, [FOLLOW, this.file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    let errors = '';
    const firstSign = Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, errors }));
    const kill = () => {
      child.kill('SIGKILL');
      return ended;
    };
    return { ended, firstSign, kill };
  }

  /** @throws Error if it ended by itself */
  async killAtRandom(origin: string): Promise<void> {
    const { firstSign, kill } = this.start(origin);
    await Promise.race([firstSign, pause(Math.random() * LONGEST_SILENCE_MS)]);
    await pause(Math.random() * LONGEST_LIFE_MS);
    const { code, errors } = await kill();
    if (code !== null) throw new Error(`The consumer ended with ${code}: ${errors}`);
  }

  /** Ends the process of a test that failed before it did. */
  close(): void {
    this.child?.kill('SIGKILL');
  }

  lines(): string[] {
    return this.read('SELECT line FROM events ORDER BY leaf').map(({ line }) => String(line));
  }

  /** The size of the latest checkpoint that was compared. */
  checked(): number {
    return Number(this.read('SELECT max(size) AS size FROM checkpoints')[0]?.size ?? 0);
  }

  private read(sql: string) {
    // The file does not exist before the first start.
    if (!existsSync(this.file)) return [];
    const database = new DatabaseSync(this.file, { readOnly: true, timeout: 1000 });
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  }
}
