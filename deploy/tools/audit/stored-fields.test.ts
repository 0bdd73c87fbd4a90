import { jest } from '@jest/globals';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openBlobs } from '@outlay/blobs';
import {
  amendExpenseRoute,
  approveExpenseRoute,
  createAuditTokenRoute,
  createExpenseRoute,
  createInviteRoute,
  createResetCodeRoute,
  findDuplicatesRoute,
  getRunRoute,
  listAllExpensesRoute,
  listAllReportsRoute,
  listInvitesRoute,
  listUsersRoute,
  listVerificationsRoute,
  loginRoute,
  payExpensesRoute,
  receiptFileRoute,
  revokeAuditTokenRoute,
  revokeInviteRoute,
  startRunRoute,
  startVerificationRoute,
  summarizeAllExpensesRoute,
  updateUserRoute,
  uploadReceiptRoute,
} from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { claimForm } from '@outlay/testing/claims';
import { PASSWORD } from '@outlay/harness/testing/people';
import { asFile, pdfReceipt } from '@outlay/harness/testing/receipts';
import { RestClient } from '@outlay/seed';
import { JOINED_CREATOR } from '@outlay/rules';
import { eventually, pdfWithFiles, tempFolder } from '@outlay/testing';
import mongoose from 'mongoose';
import { createInstallation, ROOT, withRunningProduct } from '../migrate/testing/sample-installation.js';
import { auditFindings } from './audit.js';

type Documents = Awaited<ReturnType<typeof openDocuments>>;
type Document = { _id: string; [field: string]: unknown };

interface Alteration {
  readonly file: string;
  /** The place `<collection>.<path>`; the collection alone for a removed or added document. */
  readonly place: string;
  readonly what: string;
  readonly alter: (documents: Documents) => Promise<unknown>;
}

const root = join(import.meta.dirname, '..', '..', '..');

/** The names in docs/security.md of the fields that are not compared, without their versions. */
async function notCompared(): Promise<string[]> {
  const guide = await readFile(join(root, 'docs', 'security.md'), 'utf8');
  const [, section = ''] = /### What a verification does not compare\n([^#]*)/.exec(guide) ?? [];
  const rows = section.split('\n').filter((line) => /^\| `/.test(line));
  return rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => String(name)));
}

/** The first day of a company: something of every kind that is stored. */
async function fillStores(dataDir: string): Promise<void> {
  await createInstallation(dataDir);
  await withRunningProduct(dataDir, async (origin) => {
    const api = new RestClient(origin);
    const { token } = await api.call(loginRoute, { body: { email: ROOT, password: PASSWORD } });
    const member = await api.call(loginRoute, { body: { email: 'mia@example.org', password: PASSWORD } });
    const users = await api.call(listUsersRoute, { token });
    const mia = users.find(({ email }) => email.startsWith('mia'));
    const params = { id: mia?.id ?? '' };
    await api.call(updateUserRoute, { token, params, body: { role: 'partner', last_name: 'Later' } });
    await api.call(createResetCodeRoute, { token, params });
    const invite = (email: string) => api.call(createInviteRoute, { token, body: { email, role: 'partner' } });
    await invite('open@example.org');
    await invite('revoked@example.org');
    const revoked = (await api.call(listInvitesRoute, { token })).find(({ email }) => email === 'revoked@example.org');
    await api.call(revokeInviteRoute, { token, params: { id: revoked?.id ?? '' } });
    const make = () => api.call(createAuditTokenRoute, { token, body: { name: 'Ledger export' } });
    await make();
    await api.call(revokeAuditTokenRoute, { token, params: { id: (await make()).id } });
    const file = new FormData();
    file.append('file', asFile(pdfReceipt('from the phone'), 'phone.pdf', 'application/pdf'));
    await api.call(uploadReceiptRoute, { token: member.token, body: file, idempotencyKey: 'from-the-phone' });
    const submit = async (n: number, currency: string, by = member.token) => {
      const receipt = asFile(pdfReceipt(`later ${n}`), 'later.pdf', 'application/pdf');
      const form = claimForm({ amount: '77.00', currency, status: 'submitted' }, receipt);
      return (await api.call(createExpenseRoute, { token: by, body: form })).expense;
    };
    await submit(0, 'EUR', token);
    const pages = ['front', 'back'].map((page) => ({ name: `${page}.pdf`, content: pdfReceipt(page) }));
    const joined = asFile(pdfWithFiles(pages, JOINED_CREATOR), 'joined.pdf', 'application/pdf');
    await api.call(createExpenseRoute, { token, body: claimForm({ amount: '9.00', status: 'submitted' }, joined) });
    const [one, twin, foreign] = [await submit(1, 'EUR'), await submit(2, 'EUR'), await submit(3, 'USD')];
    for (const { id } of [one, twin, foreign]) {
      await api.call(findDuplicatesRoute, { token, params: { id } });
      await api.call(approveExpenseRoute, { token, params: { id }, body: { approve_anyway: true } });
    }
    await api.call(amendExpenseRoute, { token, params: { id: foreign.id }, body: { original: { amount: '78.00' } } });
    const body = { expense_ids: [one.id], user_name: one.user_name };
    await api.call(payExpensesRoute, { token, body, idempotencyKey: 'one-payment' });
    const { id: run } = await api.call(startRunRoute, { token, body: { expenses: [{ id: twin.id, revision: 1 }] } });
    await eventually(async () => {
      const { counts } = await api.call(getRunRoute, { token, params: { id: run } });
      return counts.open === 0;
    });
    for (const { receipt } of (await api.call(listAllExpensesRoute, { token })).slice(0, 2)) {
      const file = await api.send(receiptFileRoute, { token, params: { filename: receipt ?? '' } });
      await file.arrayBuffer();
    }
    await eventually(async () =>
      (await api.call(listAllReportsRoute, { token })).every(({ status }) => status === 'ready'),
    );
    // Reading a summary counts the new claims first.
    await api.call(summarizeAllExpensesRoute, { token });
    await api.call(startVerificationRoute, { token });
    await eventually(async () => (await api.call(listVerificationsRoute, { token }))[0]?.status !== 'running');
  });
}

/** A value of the same type. */
function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'forged';
  if (/^\d+$/.test(value)) return `${value}1`;
  return /\d/.test(value)
    ? value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
    : value.replace(/.?$/, (last) => (last === 'x' ? 'y' : 'x'));
}

function leavesOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const within = Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}.${key}`));
  return within.length > 0 ? within : [path];
}

function valueAt(document: unknown, path: string): unknown {
  return path.split('.').reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

function withValue(document: Document, path: string, value: unknown): Document {
  const copy = JSON.parse(JSON.stringify(document)) as Document;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce((inner, key) => inner[key] as Record<string, unknown>, copy as Record<string, unknown>);
  holder[last] = value;
  return copy;
}

/** Findings about different lanes can be told apart, but a payment that is altered has another report. */
const laneOf = (collection: string) => (collection === 'payments' ? 'reports' : collection);
const nameOf = (collection: string) => collection.replace(/_v\d+$/, '');

async function alterationsOf(
  documents: Documents,
  name: string,
  paths: readonly string[],
): Promise<Omit<Alteration, 'file'>[]> {
  const all = (await documents.collection(name).find({}).toArray()) as unknown as Document[];
  const [first, second] = all;
  if (!first) return [];
  const stored = new Map<string, Document>();
  for (const one of all)
    for (const path of leavesOf(one)) {
      // Elements of a list stand for each other.
      const kind = path.replace(/\.\d+/g, '.*');
      if (![...stored.keys()].some((known) => known.replace(/\.\d+/g, '.*') === kind)) stored.set(path, one);
    }
  const unset = paths.filter((path) => ![...stored.keys()].some((one) => one === path || one.startsWith(`${path}.`)));
  for (const path of unset) stored.set(path, first);
  const replace = async (collection: ReturnType<Documents['collection']>, one: Document, by: Document | null) => {
    await collection.deleteOne({ _id: one._id as never });
    if (by) await collection.insertOne(by as never);
  };
  const alteration = (place: string, what: string, one: Document, by: Document | null): Omit<Alteration, 'file'> => ({
    place: `${nameOf(name)}${place}`,
    what,
    alter: (to) => replace(to.collection(name), one, by),
  });
  const exchanged = (one: Document, other: Document): Omit<Alteration, 'file'> => ({
    place: nameOf(name),
    what: 'with two exchanged',
    alter: async (to) => {
      const collection = to.collection(name);
      await collection.deleteMany({ _id: { $in: [one._id, other._id] as never[] } });
      await collection.insertMany([{ ...one, _id: other._id } as never, { ...other, _id: one._id } as never]);
    },
  });
  const copy = Object.fromEntries(
    Object.entries(first).map(([key, value]) => [
      key,
      // These values must be unique.
      /^(_id|email|secretHash|token|filename)$/.test(key) ? another(value) : value,
    ]),
  );
  return [
    ...[...stored].map(([path, one]) =>
      alteration(`.${path}`, 'altered', one, withValue(one, path, another(valueAt(one, path)))),
    ),
    ...all.map((one) => alteration('', `without ${one._id}`, one, null)),
    ...(second ? [exchanged(first, second)] : []),
    { place: nameOf(name), what: 'with another', alter: (to) => to.collection(name).insertOne(copy) },
  ];
}

describe('of everything that is stored, a verification', () => {
  const models = new Map<string, mongoose.Schema>();
  let source: Awaited<ReturnType<typeof tempFolder>>;
  let listed: string[];
  const isListed = (place: string) => listed.some((name) => place === name || place.startsWith(`${name}.`));
  beforeAll(async () => {
    const { model } = mongoose.Connection.prototype;
    const defining = jest.spyOn(mongoose.Connection.prototype, 'model').mockImplementation(function (
      this: mongoose.Connection,
      ...definition: never[]
    ) {
      const defined = Reflect.apply(model, this, definition) as mongoose.Model<unknown>;
      models.set(defined.collection.collectionName, defined.schema);
      return defined;
    } as never);
    listed = await notCompared();
    source = await tempFolder('outlay-stored');
    await fillStores(source.path);
    defining.mockRestore();
  }, 120_000);
  afterAll(() => source.remove());

  const owners = async () => (await readdir(join(source.path, 'documents'))).filter((file) => file.endsWith('.db'));
  const open = (folder: string, file: string) => openDocuments({ file: join(folder, 'documents', file) });

  it('knows every collection, by a document of it or from the list of what is not compared', async () => {
    const stored = new Set<string>();
    for (const file of await owners()) {
      const documents = await open(source.path, file);
      for (const { name } of await documents.listCollections())
        if ((await documents.collection(name).countDocuments()) > 0) stored.add(name);
        else models.set(name, models.get(name) ?? new mongoose.Schema());
      await documents.destroy();
    }
    expect([...models.keys()].filter((name) => !stored.has(name) && !isListed(nameOf(name)))).toEqual([]);
    expect(stored.size).toBeGreaterThan(18);
  });

  it('finds each field that was altered, each document removed, added or exchanged, and nothing that it does not compare', async () => {
    const lanes = new Map<string, Alteration[]>();
    for (const file of await owners()) {
      const documents = await open(source.path, file);
      for (const { name } of await documents.listCollections()) {
        const all = await alterationsOf(documents, name, Object.keys(models.get(name)?.paths ?? {}));
        for (const one of all) {
          const lane = isListed(one.place) ? `not compared: ${file} ${name}` : laneOf(name);
          lanes.set(lane, [...(lanes.get(lane) ?? []), { ...one, file }]);
        }
      }
      await documents.destroy();
    }
    const [listedLanes, comparedLanes] = [true, false].map((isNotCompared) =>
      [...lanes].filter(([lane]) => lane.startsWith('not compared') === isNotCompared).map(([, all]) => all),
    );
    const wrong = [...(await missedOrFound(listedLanes ?? [])), ...(await missedOrFound(comparedLanes ?? []))];
    expect(wrong).toEqual([]);
    expect(comparedLanes?.flat().filter(({ what }) => what === 'altered').length).toBeGreaterThan(90);
  }, 300_000);

  /** Alters one of each lane at a time, which a finding's place tells apart. */
  async function missedOrFound(lanes: readonly (readonly Alteration[])[]): Promise<string[]> {
    const copy = await tempFolder('outlay-stored-copy');
    await cp(source.path, copy.path, { recursive: true });
    const wrong: string[] = [];
    for (let round = 0; lanes.some((all) => round < all.length); round += 1) {
      await rm(join(copy.path, 'documents'), { recursive: true });
      await cp(join(source.path, 'documents'), join(copy.path, 'documents'), { recursive: true });
      const now = lanes.flatMap((all) => all.slice(round, round + 1));
      for (const { file, alter } of now) {
        const documents = await open(copy.path, file);
        await alter(documents);
        await documents.destroy();
      }
      const findings = await auditFindings({ dataDir: copy.path });
      // The alterations went through the store, which keeps its indexes.
      expect(findings.filter(({ kind }) => kind === 'index-differs')).toEqual([]);
      const found = findings.map(({ place }) => nameOf(place.split('/')[0] ?? ''));
      for (const { place, what } of now) {
        const isFound = found.includes(place.split('.')[0] ?? '');
        if (isFound === isListed(place)) wrong.push(`${place} ${what}: ${isFound ? 'found' : 'missed'}`);
      }
    }
    await copy.remove();
    return wrong;
  }

  it('finds a file of which a byte was altered, wherever it is', async () => {
    const copy = await tempFolder('outlay-stored-copy');
    await cp(source.path, copy.path, { recursive: true });
    const blobs = await openBlobs({ folder: join(copy.path, 'blobs') });
    const kinds = new Map((await blobs.list('')).map(({ key }) => [key.replace(/[0-9a-f-]{8,}|\d+/g, '*'), key]));
    const missed: string[] = [];
    for (const [kind, key] of kinds) {
      const content = await blobs.readAll(key);
      if (!content) throw new Error(`There is no ${key}`);
      const altered = Buffer.from(content);
      altered.writeUInt8((altered.at(-2) ?? 0) ^ 1, altered.length - 2);
      await blobs.put(key, altered, { contentType: 'application/octet-stream' });
      const isFound = await auditFindings({ dataDir: copy.path }).then(
        (findings) => findings.length > 0,
        () => true,
      );
      if (isFound === isListed(`blobs/${kind}`)) missed.push(`${kind} ${basename(key)}`);
      await blobs.put(key, content, { contentType: 'application/octet-stream' });
    }
    await blobs.close();
    await copy.remove();
    expect(missed).toEqual([]);
    expect(kinds.size).toBeGreaterThan(4);
  });
});
