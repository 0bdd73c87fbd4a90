import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '@outlay/testing';
import { freePort } from '@outlay/testing/backing/free-port';
import {
  cosignerKey,
  decodeAddCheckpoint,
  isConsistent,
  leafHash,
  nodeHash,
  openCosignerKey,
  openPrivateKey,
  parseNote,
  privateKey,
  rootHash,
  signCheckpoint,
  type AddCheckpoint,
  type HashReader,
} from '@outlay/transparency-log';
import { collectWarnings } from '@outlay/testing/warnings';
import { Witnesses } from './witnesses.js';

const cosigner = openCosignerKey(cosignerKey('witness.example.org', Buffer.alloc(32, 1)));
const stranger = openCosignerKey(cosignerKey('witness.example.org', Buffer.alloc(32, 2)));
const signer = openPrivateKey(privateKey('log.example.org', Buffer.alloc(32, 3)));
const hashAt: HashReader = async (level, index) =>
  level === 0
    ? leafHash(Buffer.of(index))
    : nodeHash(await hashAt(level - 1, 2 * index), await hashAt(level - 1, 2 * index + 1));
const checkpointOf = async (size: number) => ({ origin: 'log.example.org', size, root: await rootHash(size, hashAt) });

describe('the witnesses of the log', () => {
  type Reply = readonly [status: number, body: string, type?: string];
  let warnings: readonly string[];
  let server: Server;
  let received: AddCheckpoint[];
  let reply: (sent: AddCheckpoint) => Reply;
  const cosigned = ({ checkpoint }: AddCheckpoint): Reply => [200, cosigner.cosign(parseNote(checkpoint).text, 1)];

  beforeEach(async () => {
    warnings = collectWarnings();
    received = [];
    reply = cosigned;
    server = createServer((request, response) => {
      void text(request).then((body) => {
        const sent = decodeAddCheckpoint(body);
        received.push(sent);
        const [status, content, type = 'text/plain'] = reply(sent);
        response.writeHead(status, { 'content-type': type }).end(content);
      });
    });
    await listen(await freePort());
  });
  afterEach(() => stop());

  const listen = async (port: number) => once(server.listen(port, '127.0.0.1'), 'listening');
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const witness = () => ({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    verifier: cosigner.verifier,
  });
  const ask = async (witnesses: Witnesses, size: number) => {
    const checkpoint = await checkpointOf(size);
    witnesses.ask(checkpoint, signCheckpoint(checkpoint, signer), hashAt);
  };
  /** Asks again and again, as the log does. */
  const cosignatureOf = (witnesses: Witnesses, size: number) =>
    eventually(async () => {
      await ask(witnesses, size);
      return witnesses.takeCosignatures()[0];
    });

  it('are sent each checkpoint once, with the proof from the one before', async () => {
    const witnesses = new Witnesses([witness()], 0);
    for (const size of [3, 8]) {
      const { text: signed, line } = await cosignatureOf(witnesses, size);
      expect(signed).toBe(parseNote(signCheckpoint(await checkpointOf(size), signer)).text);
      expect(line).toBe(cosigner.cosign(signed, 1));
    }
    await ask(witnesses, 8);
    await cosignatureOf(witnesses, 9);
    expect(received.map(({ oldSize }) => oldSize)).toEqual([0, 3, 8]);
    expect(isConsistent(await checkpointOf(3), await checkpointOf(8), received[1]?.proof ?? [])).toBe(true);
  });

  it('say the size they know after a restart of the log', async () => {
    const sizeOf8 = [409, '8\n', 'text/x.tlog.size'] as const;
    reply = (sent) => (sent.oldSize === 8 ? cosigned(sent) : sizeOf8);
    await cosignatureOf(new Witnesses([witness()], 0), 9);
    expect(received.map(({ oldSize }) => oldSize)).toEqual([0, 8]);
    await cosignatureOf(new Witnesses([witness()], 0), 8);
  });

  it('hold up nothing while they are down, are named once, and cosign when they are back', async () => {
    const { port } = server.address() as AddressInfo;
    const witnesses = new Witnesses([witness()], 0);
    await stop();
    for (const size of [1, 2]) {
      await ask(witnesses, size);
      await eventually(() => warnings.length === 1);
    }
    expect(warnings).toEqual([expect.stringContaining('The witness witness.example.org does not cosign')]);
    await listen(port);
    await cosignatureOf(witnesses, 2);
  });

  it.each<[string, () => Reply, string]>([
    ['refuses', () => [422, 'The log was forked.\n'], '422 The log was forked.'],
    ['signs with another key', () => [200, stranger.cosign('x\n', 1)], 'Not signed by witness.example.org'],
    ['signs something else', () => [200, cosigner.cosign('x\n', 1)], 'Not signed by witness.example.org'],
    ['sends no signature', () => [200, 'Welcome\n'], 'A signature line is malformed'],
    ['sends too much', () => [200, 'x'.repeat(100_000)], 'its reply is too long'],
    ['has seen more', () => [409, '9\n', 'text/x.tlog.size'], 'it has cosigned 9 events, and the log has 3'],
  ])('have no cosignature of one that %s', async (_, given, problem) => {
    const witnesses = new Witnesses([witness()]);
    reply = given;
    await ask(witnesses, 3);
    await eventually(() => warnings.length > 0);
    expect(warnings[0]).toBe(`The witness witness.example.org does not cosign: ${problem}`);
    expect(witnesses.takeCosignatures()).toEqual([]);
  });

  it.each(['1.5', '-1', '', 'x', '1e3', '03', '9'.repeat(400)])(
    'are asked again as before after they said that they know a log of size %j',
    async (size) => {
      const witnesses = new Witnesses([witness()], 0);
      await cosignatureOf(witnesses, 3);
      reply = () => [409, `${size}\n`, 'text/x.tlog.size'];
      await ask(witnesses, 8);
      await eventually(() => warnings.length > 0);
      expect(warnings[0]).toMatch(/does not cosign: it has cosigned ".*" events, which is no number of events$/);
      reply = cosigned;
      await cosignatureOf(witnesses, 8);
      expect(received.at(-1)?.oldSize).toBe(3);
    },
  );
});
