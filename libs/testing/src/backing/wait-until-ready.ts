import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** How to detect that a server is ready: by the reply to a question, by a greeting, or by an accepted connection. */
export interface Probe {
  readonly question?: string;
  readonly answer?: RegExp;
}

const PROBE_MS = 1000;
const START_MS = 60_000;

/** Waits until a server is ready. Rejects as soon as `failure` returns a message, or after a minute. */
export async function waitUntilReady(address: string, probe: Probe, failure: () => string | null): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (!(await isReady(address, probe))) {
    const message = failure();
    if (message !== null) throw new Error(message);
    if (performance.now() > deadline) throw new Error(`Nothing answered at ${address} within ${START_MS} ms`);
    await setTimeout(20);
  }
}

function isReady(address: string, { question, answer }: Probe): Promise<boolean> {
  const { hostname, port } = new URL(`tcp://${address}`);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: PROBE_MS });
    const finish = (ready: boolean) => {
      socket.destroy();
      resolve(ready);
    };
    let received = '';
    socket.on('connect', () => {
      if (!answer) finish(true);
      else if (question) socket.write(question);
    });
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (answer?.test(received)) finish(true);
    });
    for (const failure of ['error', 'timeout', 'close']) socket.on(failure, () => finish(false));
  });
}
