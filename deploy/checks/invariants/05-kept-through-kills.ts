import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { downloadReportRoute, listAllExpensesRoute, listAllReportsRoute, receiptFileRoute } from '@outlay/contracts';
import { inParallel } from '@outlay/concurrency';
import { SeededRandom } from '@outlay/seed';
import { countAt, messageOf, Tally, type Check, type CheckContext } from './check.js';
import { withCrashingProduct, type CrashingProduct } from './crashing-product.js';
import { addPeople } from './installation.js';
import { MixedLoad, type Acknowledged } from './mixed-load.js';
import { problemsAfterRecovery } from './payment-state.js';

const KILLS = 200;
const OWNERS = 3;
const DOWNLOADS_AT_ONCE = 8;

export const keptThroughKills: Check = {
  number: 5,
  name: 'nothing acknowledged is lost in a crash, nor its receipt or report',
  fullScale: KILLS,
  run: async (context, scale) => {
    const kills = countAt(KILLS, scale);
    const tally = new Tally(context, kills);
    await withCrashingProduct((product) => killUnderLoad(context, product, tally, kills));
    return tally.outcome();
  },
};

async function killUnderLoad(
  context: CheckContext,
  product: CrashingProduct,
  tally: Tally,
  kills: number,
): Promise<void> {
  const random = new SeededRandom(`kills ${context.seed}`);
  const load = new MixedLoad(product, await addPeople(product, 'partner', 'owner', OWNERS), random);
  let checked = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    await setTimeout(random.int(200, 3000));
    const acknowledged = load.acknowledged.length;
    product.kill();
    await product.restartAfterCrash();
    const problem = await lossProblem(product, load.acknowledged.slice(checked, acknowledged));
    checked = acknowledged;
    if (kill < kills) tally.add(problem);
    else tally.add(problem ?? (await problemAtTheEnd(product, load)));
  }
  const count = (kind: Acknowledged['kind']) => load.acknowledged.filter((one) => one.kind === kind).length;
  tally.note(
    `${count('claim')} claims with receipts, ${count('approval')} approvals and ${count('payment')} payments were acknowledged.`,
  );
}

type Stored = Pick<CrashingProduct, 'events' | 'api' | 'admin'>;

/** Describes the first acknowledged change that the product has lost; null if it has them all. */
export async function lossProblem(product: Stored, acknowledged: readonly Acknowledged[]): Promise<string | null> {
  const problems = await inParallel(acknowledged, DOWNLOADS_AT_ONCE, async (one) => {
    switch (one.kind) {
      case 'claim':
        return (await storedProblem(product, one.id, 'ExpenseSubmitted')) ?? receiptProblem(product, one);
      case 'approval':
        return storedProblem(product, one.id, 'ExpenseApproved');
      case 'payment': {
        const unpaid = await inParallel(one.ids, 1, (id) => storedProblem(product, id, 'ExpensePaid'));
        return unpaid.find((problem) => problem !== null) ?? null;
      }
    }
  });
  return problems.find((problem) => problem !== null) ?? null;
}

async function storedProblem({ events }: Stored, id: string, type: string): Promise<string | null> {
  const stored = await events.readStream(`expense-${id}`);
  const count = stored.filter((event) => event.type === type).length;
  return count === 1 ? null : `${id} has ${count} of the acknowledged ${type}`;
}

async function receiptProblem(
  { api, admin }: Stored,
  { id, receipt, sha256 }: Extract<Acknowledged, { kind: 'claim' }>,
): Promise<string | null> {
  const response = await api.send(receiptFileRoute, { token: admin.token, params: { filename: receipt } });
  const content = Buffer.from(await response.arrayBuffer());
  const isSame = response.ok && createHash('sha256').update(content).digest('hex') === sha256;
  return isSame ? null : `The receipt of ${id} is ${response.status}, of ${content.length} bytes`;
}

async function problemAtTheEnd(product: CrashingProduct, load: MixedLoad): Promise<string | null> {
  const unexpected = await load.stop();
  if (unexpected !== null) return unexpected;
  const listed = new Map(
    (await product.api.call(listAllExpensesRoute, { token: product.admin.token })).map(({ id, status }) => [
      id,
      status,
    ]),
  );
  const paid = new Set(load.acknowledged.flatMap((one) => (one.kind === 'payment' ? one.ids : [])));
  for (const one of load.acknowledged) {
    if (one.kind === 'claim' && !listed.has(one.id)) return `${one.id} is not listed`;
  }
  for (const id of paid) if (listed.get(id) !== 'paid') return `${id} was paid and is listed as ${listed.get(id)}`;
  const claims = load.acknowledged.flatMap((one) => (one.kind === 'claim' ? one.id : []));
  const [problem] = await problemsAfterRecovery(product.events, product, [claims]);
  return problem ?? reportsProblem(product, load);
}

async function reportsProblem({ api, admin }: CrashingProduct, load: MixedLoad): Promise<string | null> {
  const reports = await api.call(listAllReportsRoute, { token: admin.token });
  const payments = load.acknowledged.flatMap((one) => (one.kind === 'payment' ? one.paymentId : []));
  const missing = payments.find((id) => !reports.some(({ payment_id: paymentId }) => paymentId === id));
  if (missing) return `The acknowledged payment ${missing} has no report`;
  const failures = await inParallel(reports, DOWNLOADS_AT_ONCE, async ({ filename }) => {
    const request = { token: admin.token, params: { filename } };
    const response = await api.send(downloadReportRoute, request).catch(messageOf);
    if (typeof response === 'string') return response;
    await response.arrayBuffer();
    return response.ok ? null : `The spreadsheet ${filename} is ${response.status}`;
  });
  return failures.find((failure) => failure !== null) ?? null;
}
