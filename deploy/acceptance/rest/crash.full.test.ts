import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createExpenseRoute,
  listAllReportsRoute,
  listOwnExpensesRoute,
  loginRoute,
  payExpensesRoute,
  approveExpenseRoute,
  receiptFileRoute,
  retryReportRoute,
} from '@outlay/contracts';
import { RestClient } from '@outlay/seed';
import { eventually, minimalPdf } from '@outlay/testing';
import { freePort, printedInvite, startProduct, type ProductProcess } from '@outlay/harness';
import { claimForm } from '@outlay/testing/claims';
import { join as signIn, signUp, type SignedIn } from '@outlay/harness/testing/people';
import { asFile } from '@outlay/harness/testing/receipts';
import { auditFindings } from '@outlay/tools/audit/audit';

const CONNECTIONS = 4;
const KILLS = 3;
/** A kill can hit the middle of a payment of this size. */
const BATCH = 30;

interface Acknowledged {
  readonly expenseId: string;
  readonly receipt: string;
  readonly sha256: string;
}

function uniqueReceipt(text: string): Buffer {
  return minimalPdf(text, 20_000);
}

describe('a product killed while it writes', () => {
  let folder: string;
  let product: ProductProcess;
  let port: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outlay-crash-'));
    port = await freePort();
    product = await start();
  }, 90_000);
  afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true });
  }, 30_000);

  const start = (env: NodeJS.ProcessEnv = {}) => startProduct({ dataDir: folder, port, env });

  it('keeps every acknowledged claim with its receipt, and a read model equal to a replay', async () => {
    const api = new RestClient(product.origin);
    const admin = await signUp(api, await printedInvite(product), {
      email: 'root@example.org',
      first: 'Rosa',
      last: 'Root',
    });
    const member = await signIn(api, admin, 'team_member', 'Mia');
    const acknowledged: Acknowledged[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const before = acknowledged.length;
      const writers = Array.from({ length: CONNECTIONS }, (_, w) =>
        submitUntilItFails(api, member, `${kill}-${w}`, acknowledged),
      );
      // The delay differs each time, because a kill may come at any step of the work.
      await eventually(() => acknowledged.length > before + 5 + kill * 3);
      product.signal('SIGKILL');
      await product.exited;
      await Promise.all(writers);
      product = await start();
    }
    const listed = new Map(
      (await api.call(listOwnExpensesRoute, { token: member.token })).map((expense) => [expense.expense_id, expense]),
    );
    for (const { expenseId, receipt, sha256 } of acknowledged) {
      expect(listed.get(expenseId)).toMatchObject({ status: 'submitted', receipt, receipt_sha256: sha256 });
      const bytes = await api.send(receiptFileRoute, { token: member.token, params: { filename: receipt } });
      expect(
        createHash('sha256')
          .update(Buffer.from(await bytes.arrayBuffer()))
          .digest('hex'),
      ).toBe(sha256);
    }
    expect(await auditFindings({ dataDir: folder })).toEqual([]);
  }, 180_000);

  it.each(['events-appended', 'payment-midway', 'before-enqueue', 'report-file-stored', 'zip-midway'])(
    'killed at %s during a payment, completes it with one report',
    async (failpoint) => {
      await product.stop();
      product = await start();
      const api = new RestClient(product.origin);
      const { admin, member } = await newcomers(api, failpoint);
      const expenses = await Promise.all(
        Array.from({ length: BATCH }, async (_, index) => {
          const amount = index + 1;
          const body = claimForm(
            { amount: `${amount}.00` },
            asFile(uniqueReceipt(`${failpoint} ${amount}`), 'r.pdf', 'application/pdf'),
          );
          const { expense } = await api.call(createExpenseRoute, { token: member.token, body });
          return (await api.call(approveExpenseRoute, { token: admin.token, params: { id: expense.id }, body: {} }))
            .expense;
        }),
      );
      await product.stop();
      product = await start({ FAILPOINT: failpoint });
      const pay = api.call(payExpensesRoute, {
        token: admin.token,
        body: { expense_ids: expenses.map(({ id }) => id), user_name: member.user.first_name },
      });
      // The response may be lost, but the payment must complete either way.
      await pay.catch(() => undefined);
      expect(await product.exited).toBeNull();
      product = await start();
      const report = await eventually(async () => {
        const ours = (await api.call(listAllReportsRoute, { token: admin.token })).filter(
          ({ user_id }) => user_id === member.user.id,
        );
        expect(ours.length).toBeLessThanOrEqual(1);
        return ours.find(({ status }) => status === 'ready');
      }, 40_000);
      expect(report).toMatchObject({ total_amount: (BATCH * (BATCH + 1)) / 2, expense_count: BATCH });
      const listed = await api.call(listOwnExpensesRoute, { token: member.token });
      expect(listed.map(({ status }) => status)).toEqual(Array(BATCH).fill('paid'));
      expect(await auditFindings({ dataDir: folder })).toEqual([]);
    },
    120_000,
  );

  it('gives up a report that kills it five times, says so, and makes it when it is asked again', async () => {
    await product.stop();
    product = await start();
    const api = new RestClient(product.origin);
    const { admin, member } = await newcomers(api, 'deadly');
    const { token } = admin;
    const body = claimForm({ amount: '7.00' }, asFile(uniqueReceipt('deadly'), 'r.pdf', 'application/pdf'));
    const { expense } = await api.call(createExpenseRoute, { token: member.token, body });
    await api.call(approveExpenseRoute, { token, params: { id: expense.id }, body: {} });
    await product.stop();
    product = await start({ FAILPOINT: 'zip-midway' });
    const pay = { expense_ids: [expense.id], user_name: member.user.first_name };
    await api.call(payExpensesRoute, { token, body: pay }).catch(() => undefined);
    let deaths = 0;
    const reportOf = async () =>
      (await api.call(listAllReportsRoute, { token })).find(({ user_id }) => user_id === member.user.id);
    const died = () => product.exited.then(() => 'died' as const);
    const givenUp = () =>
      eventually(async () => {
        const report = await reportOf();
        return report?.status === 'failed' && report;
      }, 60_000).catch(died);
    let outcome = await Promise.race([died(), givenUp()]);
    for (; outcome === 'died'; deaths += 1) {
      product = await start({ FAILPOINT: 'zip-midway' });
      outcome = await Promise.race([died(), givenUp()]);
    }
    expect(deaths).toBe(5);
    expect(outcome).toMatchObject({
      failure_reason: 'Each of five tries ended the program that makes it.',
      retry_at: null,
    });
    await product.stop();
    product = await start();
    await api.call(retryReportRoute, { token, params: { filename: outcome.filename } });
    expect(await eventually(async () => (await reportOf())?.status === 'ready')).toBe(true);
  }, 300_000);

  async function newcomers(api: RestClient, name: string): Promise<{ admin: SignedIn; member: SignedIn }> {
    const admin = await api.call(loginRoute, { body: { email: 'root@example.org', password: 'Correct-Horse-7' } });
    return { admin, member: await signIn(api, admin, 'team_member', name.replace('-', '')) };
  }
});

async function submitUntilItFails(
  api: RestClient,
  { token }: SignedIn,
  writer: string,
  acknowledged: Acknowledged[],
): Promise<void> {
  for (let i = 1; ; i += 1) {
    const bytes = uniqueReceipt(`${writer}-${i}`);
    const body = claimForm(
      { amount: `${i}.00`, justification: `${writer}-${i}` },
      asFile(bytes, 'r.pdf', 'application/pdf'),
    );
    try {
      const { expense } = await api.call(createExpenseRoute, { token, body });
      acknowledged.push({
        expenseId: expense.expense_id,
        receipt: expense.receipt ?? '',
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
    } catch {
      return;
    }
  }
}
