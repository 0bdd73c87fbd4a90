import type { ExpenseJson, ReportJson, VerificationJson } from '@outlay/contracts';
import { PdfDocument } from '@outlay/seed';
import { claim } from '@outlay/testing/claims';
import { Load } from './load.js';

/** The first user, a super admin. */
export const ADMIN = 'admin@bench.example';
/** The owner of the many claims. */
export const CLAIMANT = 'own@bench.example';
export const PASSWORD = 'Bench-marks-2026!';

export async function newUser(load: Load, email: string, invite: string): Promise<Load> {
  await load.json('POST', '/api/auth/register', {
    email,
    password: PASSWORD,
    first_name: 'Bench',
    last_name: email.split('@')[0],
    reimbursement_currency: 'EUR',
    invite_token: invite,
  });
  const { token } = await load.json<{ token: string }>('POST', '/api/auth/login', { email, password: PASSWORD });
  return load.as(token);
}

export async function invite(admin: Load, email: string, role: string): Promise<string> {
  return (await admin.json<{ token: string }>('POST', '/api/auth/invites', { email, role })).token;
}

/** Each index has its own amount. */
export function benchClaim(date: string, index: number) {
  const amount = ((index % 100_000) / 100 + 1).toFixed(2);
  return claim({ date, amount, justification: `Working dinner ${index}` });
}

export function jsonCall(path: string, body: unknown) {
  return { method: 'POST', path, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

export function multipartCall(path: string, fields: Readonly<Record<string, string>>, size: number, index: number) {
  const boundary = `outlay-${index}`;
  const head = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const pdf = new PdfDocument({ width: 300, height: 400 });
  pdf.drawText(String(index), { x: 30, y: 340, size: 16 });
  const document = pdf.bytes();
  const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="receipt"; filename="r.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(head.join('') + fileHead),
    document,
    // Text of that length would take the client longer to write than the product to store.
    Buffer.alloc(size - document.length, ' '),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { method: 'POST', path, body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/** Verifies the running product, and returns when it has passed. */
export async function verifyOnline(admin: Load): Promise<void> {
  const { id } = await admin.json<VerificationJson>('POST', '/api/audit/verifications');
  for (;;) {
    const runs = await admin.json<VerificationJson[]>('GET', '/api/audit/verifications');
    const status = runs.find((run) => run.id === id)?.status;
    if (status === 'passed') return;
    if (status !== 'running') throw new Error(`The verification ended as ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Returns milliseconds. */
export async function payUntilReport(admin: Load, expenses: readonly ExpenseJson[]): Promise<number> {
  const started = performance.now();
  const body = { expense_ids: expenses.map(({ id }) => id), user_name: expenses[0]?.user_name };
  const { payment_id } = await admin.json<{ payment_id: string }>('POST', '/api/admin/expenses/bulk-mark-paid', body);
  for (;;) {
    const reports = await admin.json<ReportJson[]>('GET', '/api/admin/reports');
    if (reports.some((report) => report.payment_id === payment_id && report.status === 'ready'))
      return performance.now() - started;
    if (performance.now() - started > 60_000) throw new Error('The report was not ready within a minute');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
