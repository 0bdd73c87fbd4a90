import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  approveExpenseRoute,
  createExpenseRoute,
  listAllReportsRoute,
  loginRoute,
  payExpensesRoute,
} from '@outlay/contracts';
import { freePort, startProduct, type ProductProcess } from '@outlay/harness';
import { claimForm } from '@outlay/testing/claims';
import { PASSWORD } from '@outlay/harness/testing/people';
import { RestClient } from '@outlay/seed';
import { eventually, tempFolder } from '@outlay/testing';
import { auditFindings } from '@outlay/tools/audit/audit';

/** A data folder that release 0.1.0 left, and what that release answered. */
const RELEASE = '0.1.0';
const here = (name: string) => join(import.meta.dirname, name);
const { answers, checkpoint } = JSON.parse(readFileSync(here(`${RELEASE}.json`), 'utf8')) as {
  answers: Readonly<Record<string, unknown>>;
  checkpoint: string;
};

describe(`the data folder of release ${RELEASE}`, () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let dataDir: string;
  let product: ProductProcess;
  beforeAll(async () => {
    folder = await tempFolder('outlay-upgrade');
    dataDir = join(folder.path, 'data');
    await mkdir(dataDir);
    expect(spawnSync('tar', ['-xzf', here(`${RELEASE}.tgz`), '-C', dataDir]).status).toBe(0);
    product = await startProduct({ dataDir, port: await freePort() });
  }, 60_000);
  afterAll(async () => {
    await product.stop();
    await folder.remove();
  });

  const signIn = async (api: RestClient, email: string) =>
    (await api.call(loginRoute, { body: { email, password: PASSWORD } })).token;

  it('answers as before', async () => {
    const token = await signIn(new RestClient(product.origin), 'ada@example.org');
    for (const [path, answer] of Object.entries(answers)) {
      const response = await fetch(product.origin + path, { headers: { authorization: `Bearer ${token}` } });
      expect([path, opened(await response.json())]).toMatchObject([path, opened(answer)]);
    }
  });

  it('goes on: a claim is submitted, approved and paid', async () => {
    const api = new RestClient(product.origin);
    const [admin, partner] = [await signIn(api, 'ada@example.org'), await signIn(api, 'pia@example.org')];
    const body = claimForm({ amount: '12.50', no_receipt: 'true' });
    const { expense } = await api.call(createExpenseRoute, { token: partner, body });
    const params = { id: expense.expense_id };
    await api.call(approveExpenseRoute, { token: admin, params, body: { revision: expense.revision } });
    const payment = { expense_ids: [expense.expense_id], user_name: expense.user_name };
    const { payment_id } = await api.call(payExpensesRoute, { token: admin, body: payment });
    await eventually(async () => {
      const reports = await api.call(listAllReportsRoute, { token: admin });
      return reports.some((report) => report.payment_id === payment_id && report.status === 'ready');
    }, 30_000);
  });

  it('has a trail that holds, also against a checkpoint kept before the upgrade', async () => {
    const kept = join(folder.path, 'checkpoint.note');
    await writeFile(kept, checkpoint);
    await product.stop();
    expect(await auditFindings({ dataDir }, { against: kept })).toEqual([]);
  });
});

/** Values of the trail are JSON in JSON. A later release may add fields to them, as to any answer. */
function opened(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('{') ? (JSON.parse(value) as unknown) : value,
  );
}
