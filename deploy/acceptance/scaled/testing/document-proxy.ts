import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import mongoose from 'mongoose';

/** The fault of a command: `full` answers as a server whose disk is full, `cut` ends the connection. */
export type CommandFault = 'full' | 'cut' | null;

const WRITES = ['insert', 'update', 'delete', 'findAndModify', 'create', 'createIndexes'];
const DISK_FULL = { ok: 0, code: 14031, codeName: 'OutOfDiskSpace', errmsg: 'The disk is full' };

/** The header of MongoDB's wire protocol: length, request, answered request, kind; then flags and a section's kind. */
const HEADER_BYTES = 16;
const BODY_AT = HEADER_BYTES + 5;
const OP_MSG = 2013;

/** A proxy before a MongoDB server whose writes can fail while reads work. */
export class DocumentProxy {
  /** Called for each writing command. */
  faultOf: (command: string) => CommandFault = () => null;

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(target: string): Promise<DocumentProxy> {
    const { hostname, port } = new URL(target);
    const open = new Set<Socket>();
    const server = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        open.add(from);
        from.on('error', () => undefined);
        from.on('close', () => {
          open.delete(from);
          to.destroy();
        });
      }
      upstream.pipe(client);
      eachMessage(client, (message) => {
        const command = commandOf(message);
        const fault = command !== null && WRITES.includes(command) ? proxy.faultOf(command) : null;
        if (fault === 'cut') client.destroy();
        else if (fault === 'full') client.write(refusal(message.readInt32LE(4)));
        else upstream.write(message);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(target);
    url.port = String((server.address() as AddressInfo).port);
    const proxy: DocumentProxy = new DocumentProxy(url.href, async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    });
    return proxy;
  }
}

function eachMessage(socket: Socket, handle: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const message = rest.subarray(0, rest.readInt32LE(0));
      rest = rest.subarray(message.length);
      handle(message);
    }
  });
}

/** The name of a command is the first field of its document. */
function commandOf(message: Buffer): string | null {
  if (message.readInt32LE(12) !== OP_MSG) return null;
  const nameAt = BODY_AT + 5;
  return message.toString('utf8', nameAt, message.indexOf(0, nameAt));
}

function refusal(answered: number): Buffer {
  const body = mongoose.mongo.BSON.serialize(DISK_FULL);
  const message = Buffer.alloc(BODY_AT + body.length);
  [message.length, 0, answered, OP_MSG].forEach((value, index) => message.writeInt32LE(value, index * 4));
  message.set(body, BODY_AT);
  return message;
}
