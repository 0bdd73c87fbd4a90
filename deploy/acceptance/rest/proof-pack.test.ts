import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCompany, type Company } from './testing/company.js';
import {
  askForPack,
  filesOf,
  makeHistory,
  packOf,
  PACK_PATH,
  runVerifier,
  unpack,
  type History,
} from './testing/proof-packs.js';

describe('a proof pack', () => {
  let company: Company;
  let history: History;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proof-pack-'));
    company = await startCompany();
    history = await makeHistory(company);
  });
  afterAll(async () => {
    await company.close();
    await rm(folder, { recursive: true });
  });

  const ofPayment = () => packOf(company, { payment: history.payment }, `payment-${history.payment}`, 1);

  it('of a payment passes its own verifier, as a zip and as a folder', async () => {
    const zip = await ofPayment();
    const files = await filesOf(zip);
    expect([...files.keys()].map((name) => name.replace(/[0-9a-f]{64}/, '…'))).toEqual([
      'checkpoint.note',
      'events.ndjson',
      'expenses.csv',
      'log.key',
      'proof.json',
      'verify.mjs',
      'verify.html',
      `report/${history.reportName}`,
      ...history.expenses.map(() => 'receipts/….pdf'),
      'manifest.json',
    ]);
    const verifier = join(await unpack(files, join(folder, 'payment')), 'verify.mjs');
    await writeFile(join(folder, 'pack.zip'), zip);
    const passed = { text: expect.stringMatching(/^PASS: \d+ events of 4 streams, 3 expenses, 3 receipts/), code: 0 };
    expect(await runVerifier(verifier, join(folder, 'pack.zip'))).toEqual(passed);
    expect(await runVerifier(verifier)).toEqual(passed);
    const key = files.get('log.key')?.toString().trim() ?? '';
    expect(await runVerifier(verifier, '--key', key)).toEqual(passed);
    const other = await runVerifier(verifier, '--key', key.replace('+', '2+'));
    expect(other).toEqual({ text: expect.stringMatching(/^FAIL: The key of the log is /), code: 1 });
  });

  it.each(['expense', 'person', 'period'])('of one %s is verified as well', async (kind) => {
    const [first] = history.expenses;
    const { id: person } = company.mia.user;
    const queries: Record<string, Record<string, string>> = {
      expense: { expense: first?.expense_id ?? '' },
      person: { person },
      period: { from: company.today(), to: company.today() },
    };
    const files = await filesOf(await packOf(company, queries[kind] ?? {}, `payment-${history.payment}`, 1));
    const result = await runVerifier(join(await unpack(files, join(folder, kind)), 'verify.mjs'));
    expect(result).toEqual({ text: expect.stringMatching(/^PASS: /), code: 0 });
    const streams = Object.keys(JSON.parse(files.get('manifest.json')?.toString() ?? '').streams as object);
    expect(streams.includes(`expense-${history.deletedDraft}`)).toBe(kind !== 'expense');
    expect(streams).toEqual(expect.arrayContaining([`payment-${history.payment}`, `expense-${first?.id}`]));
    if (kind === 'person') expect(streams).toContain(`account-${person}`);
  });

  it('of a deleted draft has its trail', async () => {
    const files = await filesOf(
      await packOf(company, { expense: history.deletedDraft }, `expense-${history.deletedDraft}`, 1),
    );
    const result = await runVerifier(join(await unpack(files, join(folder, 'draft')), 'verify.mjs'));
    expect(result.text).toMatch(/^PASS: 3 events of 1 streams, 0 expenses, 1 receipts/);
  });

  it('is the same, byte for byte, when it is asked for again at its checkpoint', async () => {
    const zip = await ofPayment();
    const { checkpoint } = JSON.parse((await filesOf(zip)).get('manifest.json')?.toString() ?? '') as {
      checkpoint: { size: number };
    };
    await packOf(company, { expense: (await company.claim()).id }, `payment-${history.payment}`, 1);
    const again = await askForPack(company, { payment: history.payment, checkpoint: String(checkpoint.size) });
    expect(again.bytes.equals(zip)).toBe(true);
  });

  it('is named after what it proves', async () => {
    const [first] = history.expenses;
    const { id: person, email } = company.mia.user;
    const today = company.today();
    const nameOf = async (query: Record<string, string>) =>
      /filename="proof-pack_(.*)_checkpoint_\d+\.zip"/.exec(
        (await askForPack(company, query)).headers.get('content-disposition') ?? '',
      )?.[1];
    await ofPayment();
    expect(await nameOf({ payment: history.payment })).toBe(
      history.reportName.replace('expense_report', 'payment').replace('.xlsx', ''),
    );
    expect(await nameOf({ expense: first?.id ?? '' })).toBe(`expense_${first?.expense_id}`);
    expect(await nameOf({ expense: history.deletedDraft })).toBe(`expense_${history.deletedDraft}`);
    expect(await nameOf({ person })).toBe(`person_${email.replace('@', '-')}`);
    expect(await nameOf({ from: today, to: today })).toBe(`from_${today}_to_${today}`);
  });

  it.each([
    {},
    { payment: 'a', expense: 'b' },
    { from: '2026-01-01' },
    { from: '2026-02-01', to: '2026-01-01' },
    { from: 'then', to: 'now' },
    { payment: '../a' },
    { person: 'a', to: '2026-01-01' },
    { expense: 'a', checkpoint: '0' },
  ])('needs exactly one selection, not %j', async (query) => {
    const { status, body } = await askForPack(company, query as Record<string, string>);
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'INVALID_INPUT' })]);
  });

  it('is refused to others, and where there is nothing', async () => {
    const query = { payment: history.payment };
    for (const as of [company.mia, company.paul])
      expect((await company.api.send('GET', PACK_PATH, { as, query })).status).toBe(403);
    const unknown: Record<string, string>[] = [
      { payment: 'none' },
      { expense: 'EXP-NONE' },
      { ...query, checkpoint: '99999999' },
    ];
    for (const each of unknown) expect((await askForPack(company, each)).status).toBe(404);
  });

  it('is in the trail as an export of it', async () => {
    const { user } = company.root;
    await packOf(company, { payment: history.payment }, `payment-${history.payment}`, 1);
    const { body } = await company.api.send('GET', `/api/audit/people/${user.id}`, { as: company.root });
    expect(JSON.stringify(body)).toContain('TrailExported');
  });
});
