import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import {
  amendExpenseRoute,
  approveExpenseRoute,
  auditExpenseRoute,
  changePasswordRoute,
  createExpenseRoute,
  createInviteRoute,
  createOnBehalfRoute,
  createResetCodeRoute,
  deleteDraftRoute,
  downloadReceiptsZipRoute,
  downloadReportRoute,
  exchangeRateRoute,
  expenseHistoryRoute,
  findDuplicatesRoute,
  listAllExpensesRoute,
  listAllReportsRoute,
  listInvitesRoute,
  listOwnExpensesRoute,
  listOwnReportsRoute,
  listUsersRoute,
  loginRoute,
  payExpensesRoute,
  previewReportRoute,
  profileRoute,
  receiptFileRoute,
  rejectExpenseRoute,
  resetPasswordRoute,
  reviseExpenseRoute,
  revertExpenseRoute,
  updateUserRoute,
  uploadReceiptRoute,
  type ExpenseJson,
  type Route,
} from '@outlay/contracts';
import { RestClient } from '@outlay/seed';
import { eventually, readReceiptsZip } from '@outlay/testing';
import { readSheet } from 'read-excel-file/node';
import { firstInvite } from '@outlay/composition';
import { createStandalone, type Standalone } from '@outlay/standalone';
import { claimForm } from '@outlay/testing/claims';
import { join, PASSWORD, signUp, type SignedIn } from '@outlay/harness/testing/people';
import { asFile, pdfReceipt, photoReceipt } from '@outlay/harness/testing/receipts';

const today = new Date().toISOString().slice(0, 10);

describe('the main job over REST, on the standalone composition', () => {
  let folder: string;
  let product: Standalone;
  let origin: string;
  let api: RestClient;
  let admin: SignedIn;
  let member: SignedIn;
  let partner: SignedIn;

  beforeAll(async () => {
    folder = await mkdtemp(joinPath(tmpdir(), 'outlay-rest-'));
    product = await createStandalone({ dataDir: folder, webRoot: null, logger: ['error'] });
    await product.gateway.listen(0, '127.0.0.1');
    origin = (await product.gateway.getUrl()).replace('[::1]', '127.0.0.1');
    api = new RestClient(origin);
    admin = await signUp(api, (await firstInvite(product.messages)) ?? '', {
      email: 'Root@Example.org ',
      first: 'Rosa',
      last: 'Root',
    });
    member = await join(api, admin, 'team_member', 'Mia');
    partner = await join(api, admin, 'partner', 'Paul');
  });
  afterAll(async () => {
    await product.close();
    await rm(folder, { recursive: true });
  });

  let submitted = 0;
  const submit = async (over: Readonly<Record<string, string | null>> = {}, file?: File, who = member) =>
    (
      await api.call(createExpenseRoute, {
        token: who.token,
        body: claimForm(over, file ?? asFile(pdfReceipt(`Receipt ${(submitted += 1)}`), 'r.pdf', 'application/pdf')),
      })
    ).expense;
  const approve = ({ expense_id, revision }: ExpenseJson) =>
    api.call(approveExpenseRoute, { token: admin.token, params: { id: expense_id }, body: { revision } });
  const bytes = async (route: Route, params: Record<string, string>, who = member) => {
    const response = await api.send(route, { token: who.token, params });
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  };

  it('the first super admin registers with the link, once', async () => {
    expect(admin.user).toMatchObject({ email: 'root@example.org', role: 'super_admin' });
    expect(await firstInvite(product.messages)).toBeNull();
    expect(await api.call(profileRoute, { token: admin.token })).toMatchObject({
      first_name: 'Rosa',
      role: 'super_admin',
      reimbursement_currency: 'EUR',
    });
  });

  it('a claim with a PDF goes from submission to the report, and all figures are equal', async () => {
    const pdf = pdfReceipt('Train to Basel');
    const photo = await photoReceipt(7);
    const euro = await submit(
      { amount: '120.50', type: 'Plane / Train' },
      asFile(pdf, 'train “Basel”.pdf', 'application/pdf'),
    );
    const kes = await submit({ amount: '4500', currency: 'KES' }, asFile(photo, 'lunch.jpg', 'image/jpeg'));
    expect(euro).toMatchObject({ status: 'submitted', exchange_rate: 1, reimbursement_amount: 120.5 });
    expect(kes.reimbursement_amount).toBe(Number((Math.round(4500 * (kes.exchange_rate ?? 0) * 100) / 100).toFixed(2)));
    expect((await bytes(receiptFileRoute, { filename: euro.receipt ?? '' })).body.equals(pdf)).toBe(true);

    await approve(euro);
    await api.call(rejectExpenseRoute, {
      token: admin.token,
      params: { id: kes.id },
      body: { admin_notes: 'Which lunch was it?' },
    });
    const rejected = (await api.call(listOwnExpensesRoute, { token: member.token })).find(({ id }) => id === kes.id);
    expect(rejected).toMatchObject({ status: 'rejected', admin_notes: 'Which lunch was it?' });
    const fixed = await api.call(reviseExpenseRoute, {
      token: member.token,
      params: { id: kes.unique_id },
      body: claimForm({ amount: '4500', currency: 'KES', justification: 'Lunch with the district office' }),
    });
    expect(fixed.expense).toMatchObject({
      status: 'submitted',
      receipt: kes.receipt,
      exchange_rate: kes.exchange_rate,
    });
    await approve(fixed.expense);

    const paid = await api.call(payExpensesRoute, {
      token: admin.token,
      body: { expense_ids: [euro.expense_id, kes.expense_id], user_name: 'Mia Tester' },
    });
    expect(paid.message).toBe('2 expenses marked as paid and report generated!');
    const report = await eventually(async () =>
      (await api.call(listOwnReportsRoute, { token: member.token })).reports.find(
        (r) => r.payment_id === paid.payment_id && r.status === 'ready',
      ),
    );
    const total = Number(((euro.reimbursement_amount ?? 0) + (kes.reimbursement_amount ?? 0)).toFixed(2));
    expect(report).toMatchObject({
      total_amount: total,
      expense_count: 2,
      expense_ids: [euro.expense_id, kes.expense_id],
      currency: 'EUR',
    });

    const preview = await api.call(previewReportRoute, { token: member.token, params: { filename: report.filename } });
    const column = preview.headers.indexOf('Reimbursement');
    const rows = preview.rows.filter((row) => row[0] !== 'Total');
    expect(rows.reduce((sum, row) => sum + Number(row[column]), 0)).toBeCloseTo(total, 10);
    const sheet = await bytes(downloadReportRoute, { filename: report.filename });
    const excel = await readSheet(sheet.body);
    expect(excel[0]).toEqual(preview.headers);
    expect(excel.slice(1, 3).reduce((sum, row) => sum + Number(row[column]), 0)).toBeCloseTo(total, 10);

    const zip = await readReceiptsZip((await bytes(downloadReceiptsZipRoute, { filename: report.filename })).body);
    const hashes = zip.map((entry) => createHash('sha256').update(entry.bytes).digest('hex'));
    expect(hashes).toEqual(
      expect.arrayContaining([pdf, photo].map((content) => createHash('sha256').update(content).digest('hex'))),
    );

    const { audit_log } = await api.call(auditExpenseRoute, { token: member.token, params: { id: kes.expense_id } });
    expect(audit_log.map(({ action, changed_by_email }) => `${action} by ${changed_by_email.split('@')[0]}`)).toEqual([
      'created by mia',
      'updated by mia',
      'rejected by root',
      'status_changed by mia',
      'updated by mia',
      'approved by root',
      'paid by root',
    ]);
    const { history } = await api.call(expenseHistoryRoute, { token: admin.token, params: { id: kes.expense_id } });
    expect(JSON.parse(history[0]?.new_value ?? '')).toMatchObject({ amount: '4500.00', currency: 'KES' });
  });

  it('a repeated payment is the same payment, and a paid expense cannot be changed', async () => {
    const expense = await submit({ amount: '11.11' });
    await approve(expense);
    const body = { expense_ids: [expense.expense_id], user_name: 'Mia Tester' };
    const one = await api.call(payExpensesRoute, { token: admin.token, body });
    const two = await api.call(payExpensesRoute, { token: admin.token, body });
    expect(two.payment_id).toBe(one.payment_id);
    await expect(
      api.call(revertExpenseRoute, { token: admin.token, params: { id: expense.id }, body: {} }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(
      api.call(amendExpenseRoute, {
        token: admin.token,
        params: { id: expense.id },
        body: { metadata: { category: 'IT' } },
      }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: 'Paid expenses cannot be edited' });
  });

  it('ignores rates and reimbursements sent by the client', async () => {
    const expense = await submit({
      amount: '10',
      exchange_rate: '99',
      reimbursement_amount: '99999',
      fetched_exchange_rate: '2',
      user_id: 'x',
      status: 'submitted',
    });
    expect(expense).toMatchObject({ exchange_rate: 1, reimbursement_amount: 10, user_id: member.user.id });
    await expect(submit({ override_exchange_rate: '1.01', override_reason: 'x' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const own = await submit({ currency: 'USD', amount: '50' }, undefined, partner);
    const rate = own.fetched_exchange_rate ?? 0;
    const over = (factor: number) =>
      submit(
        {
          currency: 'USD',
          amount: '50',
          override_exchange_rate: (rate * factor).toFixed(6),
          override_reason: 'Bank statement',
          fetched_exchange_rate: String(rate * 2),
        },
        undefined,
        partner,
      );
    await expect(over(1.2)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'Override rate exceeds the ±5% limit or is invalid',
    });
    expect(await over(1.04)).toMatchObject({ override_reason: 'Bank statement', fetched_exchange_rate: rate });
  });

  it('a member needs a receipt to submit, a partner may declare on honour', async () => {
    const without = (who: SignedIn, over = {}) =>
      api.call(createExpenseRoute, { token: who.token, body: claimForm(over) });
    await expect(without(member)).rejects.toMatchObject({
      message: 'Receipt is required for submission. Use "Save as Draft" to save without receipt.',
    });
    await expect(without(member, { no_receipt: 'true' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(without(partner, { no_receipt: 'true' })).resolves.toMatchObject({
      expense: { no_receipt: true, status: 'submitted' },
    });
    const draft = await without(member, { status: 'draft', amount: null, date: null });
    expect(draft.message).toBe('Expense saved as draft successfully!');
    await api.call(deleteDraftRoute, { token: member.token, params: { id: draft.expense.expense_id } });
    await expect(
      api.call(auditExpenseRoute, { token: member.token, params: { id: draft.expense.id } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('the phone shortcut uploads a file first and creates a claim later', async () => {
    const form = new FormData();
    form.append('file', asFile(await photoReceipt(99), 'IMG_1.jpg', 'image/jpeg'));
    const { filename, url } = await api.call(uploadReceiptRoute, { token: member.token, body: form });
    expect(url).toBe(`/submit-expense?uploaded=${filename}`);
    const { expense } = await api.call(createExpenseRoute, {
      token: member.token,
      body: claimForm({ amount: '8.80', uploaded: filename }),
    });
    expect(expense.receipt).toBe(filename);
  });

  it('duplicates are listed, counted, and approved only with confirmation', async () => {
    const first = await submit({ amount: '66.60' });
    await approve(first);
    const again = await api.call(createExpenseRoute, {
      token: member.token,
      body: claimForm({ amount: '66.60' }, asFile(await photoReceipt(66), 'x.jpg', 'image/jpeg')),
    });
    expect(again.duplicate_warning).toMatchObject({ expense_id: first.expense_id });
    await expect(approve(again.expense)).rejects.toMatchObject({ code: 'POSSIBLE_DUPLICATE' });
    const { duplicates } = await api.call(findDuplicatesRoute, {
      token: admin.token,
      params: { id: again.expense.expense_id },
    });
    expect(duplicates.map(({ id }) => id)).toEqual([first.id]);
    expect((await approve(again.expense)).expense.status).toBe('approved');
  });

  it('an edit between viewing and approving is a conflict', async () => {
    const seen = await submit({ amount: '31.00' });
    await api.call(reviseExpenseRoute, {
      token: member.token,
      params: { id: seen.id },
      body: claimForm({ amount: '310.00' }),
    });
    await expect(approve(seen)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  });

  it('only super admins amend, create on behalf and see all expenses', async () => {
    const expense = await submit({ amount: '70.00' });
    const amended = await api.call(amendExpenseRoute, {
      token: admin.token,
      params: { id: expense.id },
      body: { reimbursement: { amount: 65, reason: 'Minibar' } },
    });
    expect(amended.expense).toMatchObject({
      reimbursement_amount: 65,
      reimbursement_reason: 'Minibar',
      status: 'submitted',
    });
    const behalf = await api.call(createOnBehalfRoute, {
      token: admin.token,
      body: {
        user_id: member.user.id,
        date: today,
        category: 'IT',
        justification: 'Licence',
        amount: 19.99,
        currency: 'EUR',
        no_receipt: true,
      },
    });
    expect(behalf.expense).toMatchObject({ user_name: 'Mia Tester', status: 'submitted' });
    expect((await api.call(listAllExpensesRoute, { token: admin.token })).length).toBeGreaterThan(
      (await api.call(listOwnExpensesRoute, { token: member.token })).length,
    );
    for (const route of [listAllExpensesRoute, listAllReportsRoute, listUsersRoute, listInvitesRoute]) {
      await expect(api.call(route, { token: partner.token })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    await expect(
      api.call(auditExpenseRoute, { token: partner.token, params: { id: expense.id } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await bytes(receiptFileRoute, { filename: expense.receipt ?? '' }, partner)).status).toBe(404);
  });

  it('a rate names its source; invalid queries are rejected', async () => {
    const { rate } = await api.call(exchangeRateRoute, { query: { from: 'XOF', to: 'EUR', date: today } });
    expect(rate).toBe(0.00152449);
    await expect(
      api.call(exchangeRateRoute, { query: { from: '../../x', to: 'EUR', date: today } }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('a reset, a password change and a deactivation end sessions', async () => {
    const guest = await join(api, admin, 'team_member', 'Gus');
    const { reset_code } = await api.call(createResetCodeRoute, { token: admin.token, params: { id: guest.user.id } });
    await api.call(resetPasswordRoute, {
      body: { email: 'gus@example.org', code: reset_code, newPassword: `${PASSWORD}-new` },
    });
    await expect(api.call(profileRoute, { token: guest.token })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const { token } = await api.call(loginRoute, { body: { email: ' GUS@example.org', password: `${PASSWORD}-new` } });
    const changed = await api.call(changePasswordRoute, {
      token,
      body: { currentPassword: `${PASSWORD}-new`, newPassword: 'sixsix' },
    });
    await expect(api.call(profileRoute, { token })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await api.call(updateUserRoute, {
      token: admin.token,
      params: { id: guest.user.id },
      body: { status: 'inactive' },
    });
    await expect(api.call(profileRoute, { token: changed.token })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(
      api.call(updateUserRoute, { token: admin.token, params: { id: admin.user.id }, body: { role: 'partner' } }),
    ).rejects.toMatchObject({
      message: 'There must be at least one super admin.',
    });
  });

  it('invites are listed with their state', async () => {
    await api.call(createInviteRoute, {
      token: admin.token,
      body: { email: 'later@example.org', role: 'partner', expires_in_days: 90 },
    });
    const invites = await api.call(listInvitesRoute, { token: admin.token });
    expect(invites.find(({ email }) => email === 'later@example.org')).toMatchObject({
      role: 'partner',
      used_at: null,
    });
    expect(invites.find(({ email }) => email === 'mia@example.org')?.used_at).not.toBeNull();
  });
});
