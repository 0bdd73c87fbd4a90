import { createInviteRoute, createResetCodeRoute } from '@outlay/contracts';
import { PASSWORD, startCompany, type Company } from './testing/company.js';

/** The server's messages, which the client shows unchanged. */
describe('messages (R-11)', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const messageOf = async (method: string, path: string, ask: Parameters<Company['api']['send']>[2] = {}) => {
    const { status, body } = await company.api.send(method, path, ask);
    return `${status} ${String(Object(body).message)}`;
  };
  const admin = (action: string, json?: object) => ({
    on: (id: string) => messageOf('PUT', `/api/admin/expenses/${id}${action}`, { as: company.root, json }),
  });

  it('saving new and edited expenses (R-11.6)', async () => {
    const save = (method: string, path: string, status: string) =>
      messageOf(method, path, { as: company.mia, form: company.form({ status }) });
    expect(await save('POST', '/api/expenses', 'draft')).toBe('201 Expense saved as draft successfully!');
    expect(await save('POST', '/api/expenses', 'submitted')).toBe('201 Expense submitted successfully!');
    const path = `/api/expenses/${(await company.claim()).id}`;
    expect(await save('PUT', path, 'submitted')).toBe('200 Expense submitted successfully!');
    expect(await save('PUT', path, 'draft')).toBe('200 Expense saved as draft successfully!');
  });

  it('review (R-11.14)', async () => {
    const { id } = await company.claim();
    expect(await admin('/approve').on(id)).toBe('200 Expense approved successfully!');
    expect(await admin('/unapprove').on(id)).toBe('200 Expense reverted to submitted successfully!');
    expect(await admin('/reject', { admin_notes: 'No' }).on(id)).toBe('200 Expense rejected successfully!');
    expect(await admin('/reject', { admin_notes: ' ' }).on(id)).toBe('400 Please provide a reason for rejection');
  });

  it.each([1, 2, 3])('a payment of %d', async (n) => {
    const expense_ids = [];
    for (let made = 0; made < n; made += 1) expense_ids.push((await company.expense('approved')).expense_id);
    const json = { expense_ids, user_name: 'Mia Tester' };
    const path = '/api/admin/expenses/bulk-mark-paid';
    const text = `200 ${n} expenses marked as paid and report generated!`;
    expect(await messageOf('POST', path, { as: company.root, json })).toBe(text);
    expect(await messageOf('POST', path, { as: company.root, json })).toBe(text);
    expect(await admin('', { metadata: { category: 'IT' } }).on(expense_ids[0] ?? '')).toBe(
      '409 Paid expenses cannot be edited',
    );
  });

  it('passwords (R-11.3, R-11.10)', async () => {
    const guest = await company.addPerson('team_member');
    const change = (currentPassword: string, newPassword: string) =>
      messageOf('PUT', '/api/auth/password', { as: guest, json: { currentPassword, newPassword } });
    expect(await change('wrong', 'sixsix')).toBe('400 Invalid current password');
    expect(await change(PASSWORD, 'five5')).toBe('400 New password must be at least 6 characters');
    expect(await change(PASSWORD, 'sixsix')).toBe('200 Password updated successfully!');
    const params = { id: guest.user.id };
    const { reset_code } = await company.api.call(createResetCodeRoute, { as: company.root, params });
    const reset = (over: object) =>
      messageOf('POST', '/api/auth/reset-password-with-code', {
        json: { email: guest.user.email, code: reset_code, newPassword: PASSWORD, ...over },
      });
    expect(await reset({ code: '' })).toBe('400 Email, code, and new password are required');
    expect(await reset({ newPassword: 'weak' })).toBe('400 Password does not meet strength requirements.');
    expect(await reset({})).toBe('200 Password has been reset. You can now sign in.');
  });

  it('registration, and its missing fields (R-3.4)', async () => {
    const email = 'nora@example.org';
    const { token } = await company.api.call(createInviteRoute, { as: company.root, json: { email } });
    const good = { email, password: PASSWORD, first_name: 'Nora', last_name: 'New', invite_token: token };
    const register = (over: object) => messageOf('POST', '/api/auth/register', { json: { ...good, ...over } });
    expect(await register({ invite_token: '' })).toBe('400 Invite code is required.');
    expect(await register({ invite_token: undefined })).toBe('400 Invite code is required.');
    expect(await register({ password: 'weak' })).toBe('400 Password does not meet strength requirements.');
    expect(await register({})).toBe('201 Registration successful!');
  });

  it('users (R-2.7, R-11.17)', async () => {
    const update = (id: string, json: object) =>
      messageOf('PUT', `/api/admin/users/${id}/role`, { as: company.root, json });
    expect(await update(company.mia.user.id, { last_name: 'Tester' })).toBe('200 User updated');
    expect(await update(company.root.user.id, { role: 'partner' })).toBe('400 There must be at least one super admin.');
  });

  it.each(['expenses-with-users', 'users', 'invites', 'reports'])(
    'a 403 of GET /api/admin/%s (R-2.8)',
    async (list) => {
      const text = '403 Access denied. Only Super Admins can view admin data.';
      expect(await messageOf('GET', `/api/admin/${list}`, { as: company.mia })).toBe(text);
      expect(await messageOf('GET', `/api/admin/${list}`, { as: company.paul })).toBe(text);
    },
  );

  it('a 401 (R-11.6)', async () => {
    const text = '401 Authentication failed. Please log in again.';
    expect(await messageOf('GET', '/api/expenses')).toBe(text);
    expect(await messageOf('POST', '/api/expenses', { as: { token: 'nonsense' }, form: company.form() })).toBe(text);
  });

  it('the duplicate warning is a sentence that names the other expense', async () => {
    const amount = company.amount();
    const { expense_id } = await company.expense('approved', company.mia, { amount });
    const form = company.form({ amount });
    const { body } = await company.api.send('POST', '/api/expenses', { as: company.mia, form });
    expect(body).toMatchObject({
      message: 'Expense submitted successfully!',
      duplicate_warning: { expense_id, message: expect.stringContaining(expense_id) },
    });
  });

  it('unknown paths return a readable JSON error', async () => {
    const response = await fetch(new URL('/api/nothing-here', company.product.origin));
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ code: 'NOT_FOUND', message: expect.stringMatching(/\w+ \w+/) });
  });
});
