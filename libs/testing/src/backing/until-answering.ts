import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** How a server shows that it works: by what it says, asked or not; by taking a connection where nothing is expected. */
export interface Probe {
  readonly question?: string;
  readonly answer?: RegExp;
}

const PROBE_MS = 1000;
const START_MS = 60_000;

/** Waits until a server answers. Rejects with what `died` tells as soon as it tells something. */
export async function untilAnswering(address: string, probe: Probe, died: () => string | null): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (!(await answers(address, probe))) {
    const death = died();
    if (death !== null) throw new Error(death);
    if (performance.now() > deadline) throw new Error(`Nothing answered at ${address} within ${START_MS} ms`);
    await setTimeout(20);
  }
}

function answers(address: string, { question, answer }: Probe): Promise<boolean> {
  const { hostname, port } = new URL(`tcp://${address}`);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: PROBE_MS });
    const finish = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    let heard = '';
    socket.on('connect', () => {
      if (!answer) finish(true);
      else if (question) socket.write(question);
    });
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      if (answer?.test(heard)) finish(true);
    });
    for (const failure of ['error', 'timeout', 'close']) socket.on(failure, () => finish(false));
  });
}
