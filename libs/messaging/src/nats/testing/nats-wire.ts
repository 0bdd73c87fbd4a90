import { eventually } from '@outlay/testing';
import { once } from 'node:events';
import { connect } from 'node:net';

export interface Wire {
  /** Everything the server has sent so far. */
  readonly heard: () => string;
  send(...lines: string[]): void;
  /** Waits until the server has said something like it. */
  hears(what: RegExp): Promise<string>;
  close(): void;
}

/** Somebody on the bus who speaks the NATS protocol by hand, and may say anything. */
export async function openWire(url: string, login: Record<string, string> = {}): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const send = (...lines: string[]) => void socket.write(lines.map((line) => `${line}\r\n`).join(''));
  send(`CONNECT ${JSON.stringify({ verbose: false, headers: true, ...login })}`);
  return {
    heard: () => heard,
    send,
    hears: (what) => eventually(() => what.exec(heard)?.[0]),
    close: () => socket.destroy(),
  };
}
