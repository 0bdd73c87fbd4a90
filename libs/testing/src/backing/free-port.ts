import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give outgoing connections higher ports; one could take the port before the server listens on it. */
const PORTS = { lowest: 15_000, highest: 32_000 };

let next = randomInt(PORTS.lowest, PORTS.highest);

/** Nothing listens on it, and no other call in this process returns it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = next === PORTS.highest ? PORTS.lowest : next + 1;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (isListening) {
    server.close();
    await once(server, 'close');
  }
  return isListening;
}
