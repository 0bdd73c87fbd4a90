import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstInvite } from '@outlay/composition';
import { createAuditTokenRoute, createExpenseRoute, findingId, keyChangesRoute } from '@outlay/contracts';
import { claimForm } from '@outlay/testing/claims';
import { signUp, type SignedIn } from '@outlay/harness/testing/people';
import { RestClient } from '@outlay/seed';
import { createStandalone } from '@outlay/standalone';
import { eventually, tempFolder } from '@outlay/testing';
import { auditFindings } from '@outlay/tools/audit/audit';
import { LogKeys, openKeyChange } from '@outlay/transparency-log';
import { Consumer } from './testing/consumer.js';

const KEY_CHANGE = join('blobs', 'audit', 'key-changes', '000000000');

describe('a changed audit key', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let root: SignedIn;
  let auditToken: string;
  beforeAll(async () => {
    folder = await tempFolder('audit-key');
  });
  afterAll(() => folder.remove());

  const dataDir = () => join(folder.path, 'data');
  const consumer = () => new Consumer(join(folder.path, 'events.db'), () => auditToken);
  async function running<T>(work: (api: RestClient, invite: string | null) => Promise<T>): Promise<T> {
    const product = await createStandalone({ dataDir: dataDir(), webRoot: null, logger: ['error'] });
    try {
      await product.gateway.listen(0, '127.0.0.1');
      const origin = (await product.gateway.getUrl()).replace('[::1]', '127.0.0.1');
      return await work(new RestClient(origin), await firstInvite(product.messages));
    } finally {
      await product.close();
    }
  }
  const text = async (api: RestClient, path: string) => {
    const response = await fetch(api.origin + path, { headers: { authorization: `Bearer ${auditToken}` } });
    return response.text();
  };
  /** A claim, and the checkpoint and the key after it. */
  const work = async (api: RestClient) => {
    const sizeOf = async () => Number((await text(api, '/api/audit/checkpoint')).split('\n')[1] ?? 0);
    const before = await sizeOf();
    await api.call(createExpenseRoute, { token: root.token, body: claimForm({ status: 'draft' }) });
    await eventually(async () => (await sizeOf()) > before);
    const key = (await text(api, '/api/audit/key')).trim();
    return { checkpoint: await text(api, '/api/audit/checkpoint'), key };
  };
  const follow = async (api: RestClient, size: number) => {
    const { firstSign, kill } = consumer().start(api.origin);
    await firstSign;
    await eventually(() => consumer().checked() >= size, 20_000);
    await kill();
  };
  const sizeIn = (checkpoint: string) => Number(checkpoint.split('\n')[1]);

  it('continues the log, and either key verifies all of it', async () => {
    const old = await running(async (api, invite) => {
      root = await signUp(api, invite ?? '', { email: 'root@example.org', first: 'Rosa', last: 'Root' });
      ({ token: auditToken } = await api.call(createAuditTokenRoute, {
        token: root.token,
        body: { name: 'Consumer' },
      }));
      const made = await work(api);
      await follow(api, sizeIn(made.checkpoint));
      return made;
    });
    await rename(join(dataDir(), 'audit-key'), join(dataDir(), 'audit-key-previous'));

    const changed = await running(async (api) => {
      const made = await work(api);
      await follow(api, sizeIn(made.checkpoint));
      const { changes } = await api.call(keyChangesRoute, { token: root.token });
      return { ...made, changes };
    });
    expect(changed.key).not.toBe(old.key);
    expect(changed.changes.map(openKeyChange)).toEqual([expect.objectContaining({ from: old.key, to: changed.key })]);
    expect(LogKeys.of(old.key, changed.changes).open(changed.checkpoint).publicKey).toBe(changed.key);

    await rm(join(dataDir(), 'audit-key-previous'));
    await running(async (api) => follow(api, sizeIn((await work(api)).checkpoint)));
    const kept = join(folder.path, 'checkpoint.note');
    for (const { checkpoint } of [old, changed]) {
      await writeFile(kept, checkpoint);
      for (const key of [null, old.key, changed.key])
        expect(await auditFindings({ dataDir: dataDir() }, { key, against: kept })).toEqual([]);
    }
  });

  it('is not believed if its note was altered or removed', async () => {
    const copy = join(folder.path, 'copy');
    await cp(dataDir(), copy, { recursive: true });
    const file = join(copy, KEY_CHANGE);
    const note = await readFile(file, 'utf8');
    await writeFile(
      file,
      note.replace(/\n(\d+)\n/, (_, size) => `\n${Number(size) + 1}\n`),
    );
    await expect(auditFindings({ dataDir: copy })).rejects.toThrow('cannot be followed: Not signed by');
    await rm(file);
    await expect(auditFindings({ dataDir: copy })).rejects.toThrow('but the checkpoints are signed by');
  });

  it('cannot be another, without the one before', async () => {
    const copy = join(folder.path, 'another');
    await cp(dataDir(), copy, { recursive: true });
    await writeFile(join(copy, 'audit-key'), 'another key of thirty-two characters');
    const found = auditFindings({ dataDir: copy });
    await expect(found).rejects.toThrow('none of those that the log has had');
    expect((await auditFindings({ dataDir: dataDir() })).map(findingId)).toEqual([]);
  });
});
