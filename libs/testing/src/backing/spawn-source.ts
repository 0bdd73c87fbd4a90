import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const HOOKS = join(import.meta.dirname, 'source-names.mjs');

/** The arguments with which Node runs a script that imports TypeScript sources. */
export function sourceArguments(script: string, ...args: string[]): string[] {
  return ['--conditions=source', '--experimental-transform-types', '--no-warnings', '--import', HOOKS, script, ...args];
}

/** Runs a script that imports TypeScript sources in a separate process; stdout is piped, stderr is inherited. */
export function spawnSource(script: string, ...args: string[]): ChildProcess & { stdout: NodeJS.ReadableStream } {
  return spawn(process.execPath, sourceArguments(script, ...args), { stdio: ['ignore', 'pipe', 'inherit'] });
}
