import { consistencyProofRoute, inclusionProofRoute, routePath, tileRoute } from '@outlay/contracts';
import { eventually, readZip } from '@outlay/testing';
import {
  decodeEntries,
  entriesPath,
  isConsistent,
  isIncluded,
  leafHash,
  openCheckpoint,
  openPublicKey,
  rootHash,
  tileHashes,
  tileOf,
  tilePath,
  type Checkpoint,
} from '@outlay/transparency-log';
import { startCompany, type Company } from './testing/company.js';

const hashesOf = ({ hashes }: { hashes: readonly string[] }) => hashes.map((hash) => Buffer.from(hash, 'base64'));

describe('the log of all events', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const text = async (path: string) => {
    const { bytes, headers } = await company.api.send('GET', path, { as: company.root });
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    return bytes.toString();
  };
  const verified = async (note: string): Promise<Checkpoint> =>
    openCheckpoint(note, openPublicKey((await text('/api/audit/key')).trim()));
  const prove = (stream: string, revision: number) =>
    company.api.call(inclusionProofRoute, { as: company.root, query: { stream, revision: String(revision) } });
  const proven = (stream: string, revision: number) => eventually(() => prove(stream, revision).catch(() => null));

  it('has each event of a claim and of its payment, under a signature that a kept key verifies', async () => {
    const expense = await company.expense('approved');
    const { payment_id } = await company.pay(expense);
    for (const [stream, revision] of [
      [`payment-${payment_id}`, 1],
      [`expense-${expense.id}`, 0],
      [`expense-${expense.id}`, 1],
      [`expense-${expense.id}`, 2],
      [`payment-${payment_id}`, 0],
    ] as const) {
      const { index, event_hash, checkpoint, ...proof } = await proven(stream, revision);
      const leaf = { index, hash: leafHash(Buffer.from(event_hash, 'hex')) };
      const { size, root } = await verified(checkpoint);
      expect(proof.size).toBe(size);
      expect(isIncluded(leaf, { size, root }, hashesOf(proof))).toBe(true);
    }
  });

  it('only grows: a kept checkpoint is the beginning of every later one', async () => {
    await proven(`expense-${(await company.expense('submitted')).id}`, 0);
    const kept = await verified(await text('/api/audit/checkpoint'));
    await proven(`expense-${(await company.expense('submitted')).id}`, 0);
    const query = { from: String(kept.size) };
    const { checkpoint, ...proof } = await company.api.call(consistencyProofRoute, { as: company.root, query });
    const latest = await verified(checkpoint);
    expect(latest.size).toBeGreaterThan(kept.size);
    expect(isConsistent(kept, latest, hashesOf(proof))).toBe(true);
  });

  it('is served as tiles, from which a stranger computes the signed root and every entry', async () => {
    await proven(`expense-${(await company.expense('approved')).id}`, 1);
    const { size, root } = await verified(await text('/api/audit/checkpoint'));
    const read = async (path: string) => {
      const headers = { authorization: `Bearer ${company.root.token}` };
      const response = await fetch(`${company.api.origin}/api/audit/${path}`, { headers });
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
      return Buffer.from(await response.arrayBuffer());
    };
    const hashAt = tileHashes(size, (tile) => read(tilePath(tile)));
    expect(await rootHash(size, hashAt)).toEqual(root);
    const { index, width } = tileOf(0, size - 1, size);
    const entries = decodeEntries(await read(entriesPath({ index, width })));
    expect(leafHash(entries.at(-1) ?? Buffer.alloc(0))).toEqual(await hashAt(0, size - 1));
  });

  it('is in the report of a payment, at a checkpoint that commits to the payment', async () => {
    const { filename, payment_id } = await company.report();
    const zip = await company.api.send('GET', `/api/admin/reports/${filename}/receipts-zip`, { as: company.root });
    const note = (await readZip(zip.bytes)).find(({ name }) => name === 'checkpoint.note');
    const { size, root } = await verified(String(note?.bytes));
    const query = { stream: `payment-${payment_id}`, revision: '1', size: String(size) };
    const { index, event_hash, ...proof } = await company.api.call(inclusionProofRoute, { as: company.root, query });
    const leaf = { index, hash: leafHash(Buffer.from(event_hash, 'hex')) };
    expect(isIncluded(leaf, { size, root }, hashesOf(proof))).toBe(true);
  });

  it.each([
    ['0/999', 404],
    ['63/000.p/1', 404],
    ['64/000', 400],
    ['0/1', 400],
    ['0/000.p/256', 400],
    ['0/../../receipts/x', 400],
  ])('has no tile %s: %i', async (path, status) => {
    const rejected = await company.api.expectError('GET', routePath(tileRoute, { path }), { as: company.root });
    expect(rejected.status).toBe(status);
  });

  it.each([
    ['an event that never was', 'inclusion', { stream: 'expense-none', revision: '0' }, 404],
    ['a tree that is not there yet', 'inclusion', { stream: 'expense-none', revision: '0', size: '99999' }, 404],
    ['a revision that is no number', 'inclusion', { stream: 'expense-1', revision: 'x' }, 400],
    ['no stream', 'inclusion', { revision: '0' }, 400],
    ['an empty tree', 'consistency', { from: '0' }, 400],
    ['a tree larger than the later one', 'consistency', { from: '2', to: '1' }, 400],
  ] as const)('has no proof of %s', async (_, kind, query, status) => {
    await company.expense('approved');
    await eventually(() => text('/api/audit/checkpoint').catch(() => null));
    const rejected = await company.api.expectError('GET', `/api/audit/proof/${kind}`, { as: company.root, query });
    expect(rejected.status).toBe(status);
  });
});
