import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { firstInvite } from '@outlay/composition';
import { auditSigner } from '@outlay/audit';
import { createExpenseRoute } from '@outlay/contracts';
import { claimForm } from '@outlay/testing/claims';
import { signUp } from '@outlay/harness/testing/people';
import { RestClient } from '@outlay/seed';
import { createStandalone } from '@outlay/standalone';
import { eventually, tempFolder } from '@outlay/testing';
import {
  cosignerKey,
  onlySignedBy,
  openCheckpoint,
  openCosignerKey,
  openNote,
  openPrivateKey,
  privateKey,
} from '@outlay/transparency-log';
import { HeadFiles } from './head-files.js';
import { GrowingLog } from './testing/growing-log.js';
import { createWitnessServer } from './witness-server.js';
import { Witness } from './witness.js';

const cosigner = openCosignerKey(cosignerKey('witness.example.org', Buffer.alloc(32, 1)));
const clock = { now: () => new Date('2026-05-04T08:00:00.500Z') };
const log = new GrowingLog('log.example.org');
const fork = new GrowingLog('log.example.org', 5);

describe('a witness', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  beforeEach(async () => {
    folder = await tempFolder('witness');
  });
  afterEach(() => folder.remove());

  const start = () => new Witness(cosigner, [log.signer.verifier], new HeadFiles(folder.path), clock);
  const statusOf = async (witness: Witness, request: Promise<string>) => witness.addCheckpoint(await request).status;

  it('cosigns a log that only grows, with the time', async () => {
    const witness = start();
    for (const [oldSize, size] of [
      [0, 3],
      [3, 3],
      [3, 8],
      [8, 300],
    ] as const) {
      const request = await log.request(oldSize, size);
      const { status, body } = witness.addCheckpoint(request);
      expect(status).toBe(200);
      const note = request.slice(request.indexOf('\n\n') + 2) + body;
      expect(openCheckpoint(note, log.signer.verifier).size).toBe(size);
      expect(openNote(note, cosigner.verifier)).toBe(openNote(note, log.signer.verifier));
    }
    const { status, body } = witness.checkpoint(hash('sha256', 'log.example.org'));
    expect([status, openCheckpoint(onlySignedBy(body, log.signer.verifier), log.signer.verifier).size]).toEqual([
      200, 300,
    ]);
    expect(witness.checkpoint(hash('sha256', 'other')).status).toBe(404);
  });

  it('refuses a forked log now and ever after, also after a restart', async () => {
    expect(await statusOf(start(), log.request(0, 8))).toBe(200);
    for (const _ of ['first', 'second']) {
      const witness = start();
      for (const size of [8, 9, 300]) expect(await statusOf(witness, fork.request(8, size))).toBe(422);
      expect(await statusOf(witness, fork.request(0, 300))).toBe(409);
    }
    expect(await statusOf(start(), log.request(8, 9))).toBe(200);
  });

  it('says the size it knows if the log has another one in mind', async () => {
    const witness = start();
    expect(witness.addCheckpoint(await log.request(3, 8))).toEqual({
      status: 409,
      body: '0\n',
      type: 'text/x.tlog.size',
    });
    witness.addCheckpoint(await log.request(0, 8));
    expect(witness.addCheckpoint(await log.request(3, 9))).toMatchObject({ status: 409, body: '8\n' });
    // A log that was shortened.
    expect(await statusOf(witness, log.request(7, 7))).toBe(409);
    expect(await statusOf(witness, log.request(8, 7))).toBe(400);
  });

  it('refuses a wrong proof, another key, an unknown log, and what is no checkpoint', async () => {
    const witness = start();
    expect(await statusOf(witness, log.request(0, 8, { proof: await log.prove(3, 8) }))).toBe(422);
    expect(await statusOf(witness, log.request(0, 8))).toBe(200);
    expect(await statusOf(witness, log.request(8, 9, { proof: await log.prove(7, 9) }))).toBe(422);
    expect(await statusOf(witness, log.request(8, 9, { proof: [] }))).toBe(422);
    const { signer } = new GrowingLog('another log.example.org'.slice(8));
    const stranger = { ...new GrowingLog('xx').signer, verifier: signer.verifier };
    expect(await statusOf(witness, log.request(8, 9, { signer: stranger }))).toBe(403);
    expect(await statusOf(witness, new GrowingLog('unknown.example').request(0, 1))).toBe(404);
    expect(witness.addCheckpoint('old 8\n').status).toBe(400);
    expect(await statusOf(witness, log.request(8, 9))).toBe(200);
  });

  it('does not cosign over a head that is damaged', async () => {
    await statusOf(start(), log.request(0, 8));
    const [head = ''] = await readdir(join(folder.path, 'heads'));
    await writeFile(join(folder.path, 'heads', head), (await log.request(0, 7)).slice(7));
    const request = await log.request(7, 9);
    expect(() => start().addCheckpoint(request)).toThrow('Not signed by witness.example.org');
  });

  describe('over HTTP', () => {
    const serve = async (witness: Witness, port = 0) => {
      const server = createWitnessServer(witness, () => undefined).listen(port, '127.0.0.1');
      await once(server, 'listening');
      const close = async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      };
      return { port: (server.address() as AddressInfo).port, close };
    };

    it('answers the two calls of the protocol, and nothing that is too long', async () => {
      const { port, close } = await serve(start());
      const send = async (path: string, body?: string) => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: body ? 'POST' : 'GET', body });
        return [response.status, response.headers.get('content-type')?.split(';')[0]];
      };
      expect(await send('/add-checkpoint', await log.request(3, 8))).toEqual([409, 'text/x.tlog.size']);
      expect(await send('/add-checkpoint', await log.request(0, 8))).toEqual([200, 'text/plain']);
      expect(await send(`/${hash('sha256', 'log.example.org')}/checkpoint`)).toEqual([200, 'text/plain']);
      expect(await send('/add-checkpoint')).toEqual([404, 'text/plain']);
      expect(await send('/add-checkpoint', 'x'.repeat(100_000))).toEqual([413, 'text/plain']);
      await close();
    });

    it('cosigns on when the key of a log was changed to another that it was given', async () => {
      const later = openPrivateKey(privateKey('log.example.org', Buffer.alloc(32, 99)));
      const request = await log.request(0, 8);
      expect(start().addCheckpoint(request).status).toBe(200);
      const next = await log.request(8, 9, { signer: later });
      expect(start().addCheckpoint(next).status).toBe(403);
      const both = new Witness(cosigner, [log.signer.verifier, later.verifier], new HeadFiles(folder.path), clock);
      expect(both.addCheckpoint(next).status).toBe(200);
      expect(both.addCheckpoint(await log.request(9, 10, { signer: later })).status).toBe(200);
    });

    it('cosigns the log of the product', async () => {
      const dataDir = join(folder.path, 'data');
      const auditKey = 'a secret of the tests, long enough';
      const ofProduct = auditSigner(auditKey).verifier;
      const witness = new Witness(cosigner, [ofProduct], new HeadFiles(folder.path), clock);
      const { port, close } = await serve(witness);
      const witnesses = [{ url: `http://127.0.0.1:${port}`, key: cosigner.publicKey }];
      const product = await createStandalone({ dataDir, webRoot: null, logger: ['error'], auditKey, witnesses });
      await product.gateway.listen(0, '127.0.0.1');
      const api = new RestClient((await product.gateway.getUrl()).replace('[::1]', '127.0.0.1'));
      const person = { email: 'root@example.org', first: 'Rosa', last: 'Root' };
      const { token } = await signUp(api, (await firstInvite(product.messages)) ?? '', person);
      const sizeOf = (note: string) => openCheckpoint(note, ofProduct).size;
      let size = 0;
      for (const amount of ['2.00', '3.00', '4.00']) {
        await api.call(createExpenseRoute, { token, body: claimForm({ status: 'draft', amount }) });
        size = await eventually(async () => {
          const note = String((await product.blobs.readAll('audit/checkpoint')) ?? '');
          const isCosigned = note.includes(cosigner.verifier.name) && onlySignedBy(note, cosigner.verifier) !== '';
          return isCosigned && sizeOf(note) > size && sizeOf(note);
        });
      }
      expect(sizeOf(witness.checkpoint(hash('sha256', ofProduct.name)).body)).toBeGreaterThanOrEqual(size);
      await product.close();
      await close();
    });
  });
});
