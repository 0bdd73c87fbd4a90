import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const HOOKS = join(import.meta.dirname, 'source-names.mjs');

/** Runs a script that imports TypeScript sources in a separate process; stdout is piped, stderr is inherited. */
export function spawnSource(script: string, ...args: string[]): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const flags = ['--conditions=source', '--experimental-transform-types', '--no-warnings', '--import', HOOKS];
  return spawn(process.execPath, [...flags, script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}
