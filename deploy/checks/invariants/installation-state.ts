import { createHash } from 'node:crypto';
import {
  approveExpenseRoute,
  createExpenseRoute,
  createInviteRoute,
  downloadReceiptsZipRoute,
  downloadReportRoute,
  expenseHistoryRoute,
  listAllExpensesRoute,
  listAllReportsRoute,
  listInvitesRoute,
  listUsersRoute,
  payExpensesRoute,
  receiptFileRoute,
  type Route,
} from '@outlay/contracts';
import { PdfDocument, RestClient } from '@outlay/seed';
import { eventually } from '@outlay/testing/eventually';
import { claim, formOf } from '@outlay/testing/claims';
import { addPerson, logIn, type Installation } from './installation.js';

const REPORT_MS = 30_000;
const CLAIMS = 5;

/** The state that people can see and download, by name; files by their hash, or `refused`. */
export type InstallationState = ReadonlyMap<string, string>;

export const REFUSED = 'refused';

/** A draft, a submitted and an approved claim, and two that are paid; each but the draft with a receipt. */
export async function fillInstallation(installation: Installation): Promise<void> {
  const { api, admin } = installation;
  const person = await addPerson(installation, 'partner', 'mia');
  const create = (n: number) => {
    const fields = claim({ amount: `${10 + n}.50`, no_receipt: 'false', status: n === 0 ? 'draft' : 'submitted' });
    const body = formOf(fields, n === 0 ? null : receiptFile(`${admin.user.id} ${n}`));
    return api.call(createExpenseRoute, { token: person.token, body });
  };
  const ids: string[] = [];
  for (let n = 0; n < CLAIMS; n += 1) ids.push((await create(n)).expense.id);
  const [, , ...approved] = ids;
  const { token } = admin;
  for (const id of approved) await api.call(approveExpenseRoute, { token, params: { id }, body: {} });
  const body = { expense_ids: approved.slice(1), user_name: person.user.first_name };
  await api.call(payExpensesRoute, { token, body });
  await api.call(createInviteRoute, { token, body: { email: 'later@example.org' } });
}

function receiptFile(text: string): File {
  const pdf = new PdfDocument({ width: 300, height: 400 });
  pdf.drawText(text, { x: 30, y: 340, size: 16 });
  return new File([new Uint8Array(pdf.bytes())], 'receipt.pdf', { type: 'application/pdf' });
}

export async function readInstallation(origin: string): Promise<InstallationState> {
  const api = new RestClient(origin);
  const { token } = await logIn(api, 'root');
  const [users, invites, expenses] = await Promise.all([
    api.call(listUsersRoute, { token }),
    api.call(listInvitesRoute, { token }),
    api.call(listAllExpensesRoute, { token }),
  ]);
  // The product makes a lost report again.
  const reports = await eventually(async () => {
    const all = await api.call(listAllReportsRoute, { token });
    return all.length > 0 && all.every(({ status }) => status === 'ready') && all;
  }, REPORT_MS);

  const state = new Map<string, string>();
  const add = (name: string, content: unknown) => state.set(name, JSON.stringify(content));
  const addFile = async (name: string, route: Route, filename: string) => {
    const response = await api.send(route, { token, params: { filename } });
    const bytes = Buffer.from(await response.arrayBuffer());
    state.set(name, response.ok ? createHash('sha256').update(bytes).digest('hex') : REFUSED);
  };
  for (const user of users) add(`user ${user.email}`, user);
  for (const invite of invites) add(`invite ${invite.id}`, invite);
  for (const expense of expenses) {
    add(`claim ${expense.expense_id}`, expense);
    add(`trail ${expense.expense_id}`, await api.call(expenseHistoryRoute, { token, params: { id: expense.id } }));
    if (expense.receipt) await addFile(`receipt ${expense.receipt}`, receiptFileRoute, expense.receipt);
  }
  for (const report of reports) {
    add(`report ${report.id}`, report);
    await addFile(`spreadsheet ${report.id}`, downloadReportRoute, report.filename);
    await addFile(`zip ${report.id}`, downloadReceiptsZipRoute, report.filename);
  }
  return state;
}

/** Null if nothing is missing or different. A file whose blob was altered may be refused, but must never differ. */
export function lossOf(before: InstallationState, after: InstallationState, mayRefuseFiles: boolean): string | null {
  for (const [name, content] of before) {
    const now = after.get(name);
    if (now === undefined) return `ready without ${name}`;
    if (now !== content && !(mayRefuseFiles && now === REFUSED)) return `ready with another ${name}`;
  }
  const added = [...after.keys()].find((name) => !before.has(name));
  return added === undefined ? null : `ready with ${added} of others`;
}
