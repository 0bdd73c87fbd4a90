import {
  approveExpenseRoute,
  createExpenseRoute,
  downloadReportRoute,
  inclusionProofRoute,
  listAllExpensesRoute,
  listAllReportsRoute,
  loginRoute,
  payExpensesRoute,
  receiptFileRoute,
  rejectExpenseRoute,
  type ExpenseJson,
  type Route,
} from '@outlay/contracts';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openBlobs } from '@outlay/blobs';
import { EMBEDDED, firstInvite } from '@outlay/composition';
import type { MessageClient } from '@outlay/messaging';
import { inParallel } from '@outlay/concurrency';
import { RestClient } from '@outlay/seed';
import { eventually } from '@outlay/testing';
import { createStandalone } from '@outlay/standalone';
import { claimForm } from '@outlay/testing/claims';
import { join, PASSWORD, signUp } from '@outlay/harness/testing/people';
import { asFile, pdfReceipt } from '@outlay/harness/testing/receipts';

export const ROOT = 'root@example.org';
const READERS = 8;

export async function withRunningProduct<T>(
  dataDir: string,
  work: (origin: string, messages: MessageClient) => Promise<T>,
  backing = EMBEDDED,
): Promise<T> {
  const product = await createStandalone({ dataDir, backing, webRoot: null, logger: ['error'] });
  try {
    await product.gateway.listen(0, '127.0.0.1');
    return await work((await product.gateway.getUrl()).replace('[::1]', '127.0.0.1'), product.messages);
  } finally {
    await product.close();
  }
}

export async function createInstallation(dataDir: string, claims = 6, backing = EMBEDDED): Promise<void> {
  await withRunningProduct(
    dataDir,
    async (origin, messages) => fillInstallation(origin, (await firstInvite(messages)) ?? '', claims),
    backing,
  );
}

/** The first super admin registers with the invite; the claims are decided, and most are paid. */
export async function fillInstallation(origin: string, invite: string, claims = 6): Promise<void> {
  const api = new RestClient(origin);
  const root = await signUp(api, invite, { email: ROOT, first: 'Rosa', last: 'Root' });
  const mia = await join(api, root, 'team_member', 'Mia');
  const { token } = root;
  const submit = async (n: number, status: string) => {
    const receipt = asFile(pdfReceipt(`claim ${n}`), `r${n}.pdf`, 'application/pdf');
    const form = claimForm({ amount: `${20 + n}.50`, status }, receipt);
    return (await api.call(createExpenseRoute, { token: mia.token, body: form })).expense;
  };
  const decided: ExpenseJson[] = [];
  for (let n = 0; n < claims; n += 1) decided.push(await submit(n, n === 0 ? 'draft' : 'submitted'));
  const [, rejected, ...approved] = decided;
  await api.call(rejectExpenseRoute, {
    token,
    params: { id: rejected?.id ?? '' },
    body: { admin_notes: 'Blurred receipt' },
  });
  for (const { id } of approved) await api.call(approveExpenseRoute, { token, params: { id }, body: {} });
  const paid = approved.slice(1);
  await api.call(payExpensesRoute, {
    token,
    body: { expense_ids: paid.map(({ id }) => id), user_name: paid.map(({ user_name }) => user_name)[0] ?? '' },
  });
  await eventually(async () => {
    const reports = await api.call(listAllReportsRoute, { token });
    return reports.some(({ status }) => status === 'ready');
  });
}

/** The sign-in is in the trail, so the checkpoints before and after differ; the later one continues the earlier one. */
export async function keepCheckpoint(dataDir: string, file: string): Promise<void> {
  const blobs = await openBlobs({ folder: path.join(dataDir, 'blobs') });
  await writeFile(file, (await blobs.readAll('audit/checkpoint')) ?? '');
  await blobs.close();
}

export async function readEverything(origin: string) {
  const api = new RestClient(origin);
  const { token } = await api.call(loginRoute, { body: { email: ROOT, password: PASSWORD } });
  const bytes = async (route: Route, params: Record<string, string>) => {
    const response = await api.send(route, { token, params });
    if (!response.ok) throw new Error(`${route.path} returned ${response.status}`);
    return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const expenses = await api.call(listAllExpensesRoute, { token });
  const reports = await eventually(async () => {
    const all = await api.call(listAllReportsRoute, { token });
    return all.every(({ status }) => status === 'ready') && all;
  }, 60_000);
  const logged = [
    ...expenses.map(({ id, revision }) => ({ stream: `expense-${id}`, revision })),
    ...reports.map(({ payment_id }) => ({ stream: `payment-${payment_id}`, revision: 1 })),
  ];
  for (const { stream, revision } of logged) {
    const query = { stream, revision: String(revision) };
    await eventually(() => api.call(inclusionProofRoute, { token, query }).catch(() => null), 60_000);
  }
  return {
    expenses,
    reports,
    receipts: await inParallel(
      expenses.flatMap(({ receipt }) => receipt ?? []),
      READERS,
      (filename) => bytes(receiptFileRoute, { filename }),
    ),
    spreadsheets: await inParallel(reports, READERS, ({ filename }) => bytes(downloadReportRoute, { filename })),
  };
}
