import { join } from 'node:path';
import {
  approveExpenseRoute,
  createExpenseRoute,
  listAllReportsRoute,
  payExpensesRoute,
  uploadReceiptRoute,
  type ExpenseJson,
} from '@outlay/contracts';
import { SeededRandom } from '@outlay/seed';
import { eventually } from '@outlay/testing/eventually';
import { claim, formOf } from '@outlay/testing/claims';
import { receiptFile, resultOf } from './claims.js';
import { countAt, Tally, type Check, type CheckContext } from './check.js';
import { damageOf, findBlobs, replyProblem, type Blob } from './damaged-files.js';
import { addPerson, withInstallation, type Installation, type SignedIn } from './installation.js';

const TRIALS = 1000;
const CLAIMS = 24;
const PAID_AT_ONCE = 4;
/** A reply that never ends is a violation, too. */
const REPLY_MS = 10_000;

export const damagedReceipts: Check = {
  number: 17,
  name: 'damaged receipts: what is served is what was sent',
  fullScale: TRIALS,
  run: (context, scale) =>
    withInstallation(
      async (installation) => {
        const trials = countAt(TRIALS, scale);
        const tally = new Tally(context, trials);
        await damageFiles(context, installation, tally, trials);
        tally.note('Each file was damaged, requested whole, in part and by HEAD, approved if it can be, and repaired.');
        return tally.outcome();
      },
      { logsErrors: false },
    ),
};

interface ServedFile {
  readonly path: string;
  readonly content: Buffer;
  /** The undecided claim of a receipt. */
  readonly expense: ExpenseJson | null;
}

async function damageFiles(
  { seed }: CheckContext,
  installation: Installation,
  tally: Tally,
  trials: number,
): Promise<void> {
  const random = new SeededRandom(`damaged files ${seed}`);
  const [first, ...others] = await makeFiles(installation);
  if (!first) throw new Error('There is no file to damage');
  const blobs = await findBlobs(join(installation.dataDir, 'blobs'));
  for (let trial = 0; trial < trials; trial += 1) {
    const file = random.pick([first, ...others]);
    const blob = blobs.get(file.content.toString('base64'));
    if (!blob) throw new Error(`${file.path} is not stored`);
    const what = await damageOf(blob, random);
    const problem =
      (await damagedProblem(installation, file, random)) ?? (await repair(installation, file, blob, random));
    tally.add(problem && `${file.path}, ${what}: ${problem}`);
  }
}

async function damagedProblem(installation: Installation, file: ServedFile, random: SeededRandom) {
  const start = random.int(0, file.content.length - 1);
  const range = `bytes=${start}-${random.int(start, file.content.length - 1)}`;
  for (const init of [{}, { method: 'HEAD' }, { headers: { range } }]) {
    const problem = replyProblem(await request(installation, file.path, init));
    if (problem !== null) return problem;
  }
  if (!file.expense) return null;
  const params = { id: file.expense.id };
  const { api, admin } = installation;
  const result = await resultOf(api.call(approveExpenseRoute, { token: admin.token, params, body: {} }));
  return 'rejection' in result && result.rejection.code === 'RECEIPT_DAMAGED' ? null : 'the claim was approved';
}

/** A receipt is repaired by sending it again, or from a copy. */
async function repair(installation: Installation, file: ServedFile, blob: Blob, random: SeededRandom) {
  if (file.expense && random.boolean(0.5)) {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(file.content)], 'again.pdf'));
    await installation.api.call(uploadReceiptRoute, { token: installation.admin.token, body: form });
  } else {
    await blob.restore();
  }
  const { status, body } = await request(installation, file.path, {});
  return status === 200 && body.equals(file.content) ? null : `${status} after it was repaired`;
}

async function request({ origin, admin }: Installation, path: string, init: RequestInit) {
  const headers = { ...init.headers, authorization: `Bearer ${admin.token}` };
  try {
    const response = await fetch(origin + path, { ...init, headers, signal: AbortSignal.timeout(REPLY_MS) });
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, etag: response.headers.get('etag'), body };
  } catch (error) {
    return { status: 0, etag: null, body: Buffer.from(String(error)) };
  }
}

async function makeFiles(installation: Installation): Promise<ServedFile[]> {
  const { api, admin } = installation;
  const owner = await addPerson(installation, 'partner', 'owner');
  const expenses: ExpenseJson[] = [];
  for (let n = 0; n < CLAIMS; n += 1) expenses.push(await submit(installation, owner, n));
  const paid = expenses.slice(0, CLAIMS / 2);
  for (let n = 0; n < paid.length; n += PAID_AT_ONCE) await pay(installation, paid.slice(n, n + PAID_AT_ONCE));
  const reports = await eventually(async () => {
    const listed = await api.call(listAllReportsRoute, { token: admin.token });
    return listed.every(({ status }) => status === 'ready') && listed;
  });
  const paths = reports.flatMap(({ filename }) => [
    `/api/admin/reports/${filename}/download`,
    `/api/admin/reports/${filename}/receipts-zip`,
    `/reports/${filename}`,
  ]);
  const served = async (path: string, expense: ExpenseJson | null) => {
    const { body: content } = await request(installation, path, {});
    return { path, content, expense };
  };
  return Promise.all([
    ...expenses.map((expense) => served(`/uploads/${expense.receipt}`, paid.includes(expense) ? null : expense)),
    ...paths.map((path) => served(path, null)),
  ]);
}

async function submit({ api }: Installation, { token }: SignedIn, n: number): Promise<ExpenseJson> {
  const fields = claim({ amount: `${n + 1}.00`, no_receipt: 'false' });
  // Receipts of up to 200 kB, so that some take several reads.
  const receipt = receiptFile(`${n} ${'x'.repeat(n ** 4)}`);
  return (await api.call(createExpenseRoute, { token, body: formOf(fields, receipt) })).expense;
}

async function pay({ api, admin: { token } }: Installation, batch: readonly ExpenseJson[]): Promise<void> {
  for (const { id } of batch) await api.call(approveExpenseRoute, { token, params: { id }, body: {} });
  const expense_ids = batch.map(({ id }) => id);
  await api.call(payExpensesRoute, { token, body: { expense_ids, user_name: batch[0]?.user_name ?? '' } });
}
