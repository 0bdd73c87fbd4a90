import { spawnSource } from '@outlay/testing/backing/spawn-source';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SCRIPT = join(import.meta.dirname, 'serve-until-terminated.mjs');

export interface ProbeProcess {
  readonly instance: string;
  /** Ends it by a signal, and answers its exit code; null where the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** An instance of the probed service in a process of its own, listening; `who` takes it `workMs`. */
export async function startProbeProcess(url: string, key: string, workMs: number): Promise<ProbeProcess> {
  const child = spawnSource(SCRIPT, url, key, String(workMs));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  // Lines of the log come first.
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
