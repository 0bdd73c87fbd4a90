import {
  checkAuditToken,
  createAuditToken,
  listAuditTokens,
  readPersonHistory,
  revokeAuditToken,
  type EventMetadata,
  type UserView,
} from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { createHash } from 'node:crypto';
import { actingAs, runAuth } from '../testing/running-auth.js';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const UNAUTHENTICATED = { code: 'UNAUTHENTICATED' };

describe('the tokens of the trail', () => {
  let auth: Awaited<ReturnType<typeof runAuth>>;
  let admin: UserView;
  beforeEach(async () => {
    auth = await runAuth();
    admin = await auth.registerUser('admin@example.com', 'super_admin');
  });
  afterEach(() => auth.close());

  const create = (name = ' Ledger export ', expiresInDays: number | null = null, as = admin) =>
    auth.call(createAuditToken, { name, expiresInDays }, actingAs(as));
  const use = (secret: string) => auth.call(checkAuditToken, { secretHash: hashOf(secret) });
  const revoke = (tokenId: string, as = admin) => auth.call(revokeAuditToken, { tokenId }, actingAs(as));
  const list = async () =>
    (await auth.call(listAuditTokens, { limit: 100, cursor: null }, actingAs(admin))).auditTokens;
  const eventsOf = async (stream: string) => (await auth.openEvents()).readStream(stream);

  it('are 32 random bytes behind a prefix, and stored as a hash only', async () => {
    const { secret, auditToken } = await create();
    expect(secret).toMatch(/^outlay_audit_[\w-]{43}$/);
    const rows = await (await auth.openDatabase()).collection('audit-tokens').find({}).toArray();
    const events = await eventsOf(`token-${auditToken.id}`);
    expect(JSON.stringify([rows, events, await list()])).not.toContain(secret.slice('outlay_audit_'.length));
    expect(rows).toEqual([expect.objectContaining({ secretHash: hashOf(secret), name: 'Ledger export' })]);
  });

  it('stand for a reader of the trail, who is no person', async () => {
    const { secret, auditToken } = await create();
    expect((await use(secret)).actor).toEqual({
      id: auditToken.id,
      email: 'token “Ledger export”',
      name: 'Ledger export',
      role: 'auditor',
      reimbursementCurrency: 'EUR',
      scope: 'audit:read',
    });
  });

  it('are made and revoked by super admins only, and listed to auditors too', async () => {
    const { auditToken } = await create();
    for (const role of ['team_member', 'partner', 'auditor'] as const) {
      const other = await auth.registerUser(`${role}@example.com`, role);
      await expect(create('Mine', null, other)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(revoke(auditToken.id, other)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      const listed = auth.call(listAuditTokens, { limit: 100, cursor: null }, actingAs(other));
      if (role === 'auditor') expect((await listed).auditTokens).toEqual([auditToken]);
      else await expect(listed).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await list()).toEqual([auditToken]);
  });

  it('are not valid on any instance once they are revoked, which happens once', async () => {
    const [one, other] = [await create('One'), await create('Other')];
    const { auditToken } = await revoke(one.auditToken.id);
    expect(auditToken).toMatchObject({ revokedAt: '2026-06-15T10:00:00.000Z', revokedByEmail: admin.email });
    for (let calls = 0; calls < 10; calls += 1) await expect(use(one.secret)).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(use(other.secret)).resolves.toBeDefined();
    auth.clock.advance({ days: 1 });
    expect((await revoke(one.auditToken.id)).auditToken).toEqual(auditToken);
    expect((await eventsOf(`token-${auditToken.id}`)).map(({ type }) => type)).toEqual([
      'TokenCreated',
      'TokenRevoked',
    ]);
    await expect(revoke('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('expire to the second, or never', async () => {
    const [short, endless] = [await create('Short', 1), await create('Endless')];
    expect(short.auditToken.expiresAt).toBe('2026-06-16T10:00:00.000Z');
    auth.clock.advance({ days: 1, seconds: -1 });
    await expect(use(short.secret)).resolves.toBeDefined();
    auth.clock.advance({ seconds: 1 });
    await expect(use(short.secret)).rejects.toMatchObject(UNAUTHENTICATED);
    auth.clock.advance({ days: 5000 });
    await expect(use(endless.secret)).resolves.toBeDefined();
  });

  it('are in the trail when they are used, once a day, and of the person who made and revoked them', async () => {
    const { secret, auditToken } = await create();
    for (let calls = 0; calls < 20; calls += 1) await use(secret);
    auth.clock.advance({ days: 1 });
    await use(secret);
    await eventually(async () => (await list())[0]?.lastUsedOn === '2026-06-16');
    const days = ['2026-06-15', '2026-06-16'];
    for (const day of days) {
      const events = await eventsOf(`access-${auditToken.id}-${day}-1`);
      // Each of the two instances records at most one event.
      expect([1, 2]).toContain(events.length);
      expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['TokenUsed']));
      expect((events[0]?.metadata as EventMetadata).actor).toMatchObject({ id: auditToken.id, role: 'auditor' });
    }
    await revoke(auditToken.id);
    const { entries } = await auth.call(readPersonHistory, { userId: admin.id }, actingAs(admin));
    expect(entries.map(({ changeSummary }) => changeSummary).slice(-2)).toEqual([
      'Made the token “Ledger export”, which reads the trail',
      'Revoked the token “Ledger export”',
    ]);
  });

  it('are listed in pages, newest first', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      made.unshift((await create(`Token ${n}`)).auditToken.name);
      auth.clock.advance({ seconds: 1 });
    }
    const page = (cursor: string | null) => auth.call(listAuditTokens, { limit: 3, cursor }, actingAs(admin));
    const first = await page(null);
    const second = await page(first.nextCursor);
    expect([...first.auditTokens, ...second.auditTokens].map(({ name }) => name)).toEqual(made);
    expect(second.nextCursor).toBeNull();
  });

  it('come back revoked after the documents are restored from an older backup', async () => {
    const { secret, auditToken } = await create();
    const documents = await auth.openDatabase();
    const rows = documents.collection<{ _id: string }>('audit-tokens');
    const older = await rows.findOne({ _id: auditToken.id });
    if (!older) throw new Error('The token has no row.');
    await revoke(auditToken.id);
    await rows.deleteMany({});
    await rows.insertOne(older);
    await documents.collection('checkpoints').deleteMany({});
    await auth.startInstance('three');
    await eventually(async () => (await list())[0]?.revokedAt !== null);
    await expect(use(secret)).rejects.toMatchObject(UNAUTHENTICATED);
  });
});
