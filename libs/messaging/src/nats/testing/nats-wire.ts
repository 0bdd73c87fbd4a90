import { eventually } from '@outlay/testing';
import { once } from 'node:events';
import { connect } from 'node:net';

export interface Wire {
  send(...lines: string[]): void;
  receives(pattern: RegExp): Promise<string>;
  close(): void;
}

export async function openWire(url: string, login: Record<string, string> = {}): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const send = (...lines: string[]) => void socket.write(lines.map((line) => `${line}\r\n`).join(''));
  send(`CONNECT ${JSON.stringify({ verbose: false, headers: true, ...login })}`);
  return {
    send,
    receives: (pattern) => eventually(() => pattern.exec(received)?.[0]),
    close: () => socket.destroy(),
  };
}
