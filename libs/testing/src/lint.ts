import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = join(import.meta.dirname, '..', '..', '..');

export interface Source {
  /** Path from the root of the repository; the file need not exist. */
  readonly file: string;
  readonly code: string;
}

export interface Violation {
  readonly rule: string;
  readonly line: number;
}

export async function lint(sources: readonly Source[]): Promise<Violation[][]> {
  // ESLint runs in a process of its own, because its plugins do not load in Jest's module system.
  const run = spawn(process.execPath, [join(import.meta.dirname, 'lint-sources.mjs')], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  run.stdin.end(JSON.stringify(sources));
  return JSON.parse(await text(run.stdout)) as Violation[][];
}
