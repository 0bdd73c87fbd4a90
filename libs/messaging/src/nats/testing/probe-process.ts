import { spawnSource } from '@outlay/testing/backing/spawn-source';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SCRIPT = join(import.meta.dirname, 'serve-until-terminated.mjs');

export interface ProbeProcess {
  readonly instance: string;
  /** Sends a signal and resolves to the exit code; null if the signal killed the process. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

export async function startProbeProcess(url: string, key: string, workMs: number): Promise<ProbeProcess> {
  const child = spawnSource(SCRIPT, url, key, String(workMs));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  // Log lines precede it.
  const listening = new Promise<boolean>((resolve) => {
    createInterface(child.stdout).on('line', (line) => line === 'listening' && resolve(true));
  });
  if (!(await Promise.race([listening, exited.then(() => false)]))) throw new Error('The service did not start');
  return {
    instance: String(child.pid),
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}
