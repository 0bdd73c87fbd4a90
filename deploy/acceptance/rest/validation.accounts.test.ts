import {
  changePasswordRoute,
  createInviteRoute,
  createResetCodeRoute,
  loginRoute,
  profileRoute,
  registerRoute,
  resetPasswordRoute,
} from '@outlay/contracts';
import { PASSWORD, startOwnCompany, type Company } from './testing/company.js';

const WEAK = 'Password does not meet strength requirements.';

const PASSWORDS: [string, string, boolean][] = [
  ['ten characters of each kind', 'Abcdefg1!x', true],
  ['nine characters', 'Abcdef1!x', false],
  ['no lowercase', 'ABCDEFG1!X', false],
  ['no uppercase', 'abcdefg1!x', false],
  ['no digit', 'Abcdefgh!x', false],
  ['no symbol', 'Abcdefg1xx', false],
];

describe('validation of accounts (R-3)', () => {
  let company: Company;
  beforeAll(async () => (company = await startOwnCompany()));
  afterAll(() => company.close());

  const refuse = (path: string, json: object) => company.api.expectError('POST', path, { json });
  const invited = async (email: string) =>
    (await company.api.call(createInviteRoute, { as: company.root, json: { email } })).token;

  describe('login and reset', () => {
    const reset = '/api/auth/reset-password-with-code';
    const codeFor = async (id: string) =>
      (await company.api.call(createResetCodeRoute, { as: company.root, params: { id } })).reset_code;

    it('other spellings of an email log in the same person (R-3.1)', async () => {
      const { email } = company.mia.user;
      const json = { email: `  ${email.replace('mia', 'MIA').replace('org', 'Org')} `, password: PASSWORD };
      expect((await company.api.call(loginRoute, { json })).user.email).toBe(email);
    });

    it.each([
      [{ password: PASSWORD }, 'Email is required'],
      [{ email: '  ', password: PASSWORD }, 'Email is required'],
      [{ email: 'mia@example.org' }, 'Password is required'],
      [{ email: 'mia@example.org', password: '' }, 'Password is required'],
    ])('a login with %j alone is rejected (R-3.2)', async (json, message) => {
      expect(await refuse('/api/auth/login', json)).toMatchObject({ status: 400, code: 'INVALID_INPUT', message });
    });

    it.each(['email', 'code', 'newPassword'])(
      'a reset with a missing or blank %s is rejected (R-3.7)',
      async (field) => {
        const json = { email: company.mia.user.email, code: '123456', newPassword: PASSWORD };
        const message = 'Email, code, and new password are required';
        for (const value of [undefined, '', null]) {
          expect(await refuse(reset, { ...json, [field]: value })).toMatchObject({ status: 400, message });
        }
      },
    );

    it.each(['12345', '1234567', '12345a', '12 456', '-12345', '١٢٣٤٥٦'])(
      'the code %s is rejected, since it is not six digits (R-3.6)',
      async (code) => {
        const json = { email: company.mia.user.email, code, newPassword: PASSWORD };
        expect(await refuse(reset, json)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      },
    );

    it.each(PASSWORDS)('a reset to a password of %s (%s) is accepted: %s (R-3.5)', async (_, newPassword, good) => {
      const guest = await company.addPerson('team_member');
      const json = { email: guest.user.email, code: await codeFor(guest.user.id), newPassword };
      const response = await company.api.send('POST', reset, { json });
      expect(response.status).toBe(good ? 200 : 400);
      if (!good) expect(response.body).toMatchObject({ message: WEAK });
    });

    it('a code works once, for its own user, with any spelling of the email', async () => {
      const guest = await company.addPerson('team_member');
      const code = await codeFor(guest.user.id);
      const newPassword = `${PASSWORD}-new`;
      const other = await refuse(reset, { email: company.mia.user.email, code, newPassword });
      expect(other).toMatchObject({ status: 400, code: 'INVALID_RESET_CODE' });
      const json = { email: ` ${guest.user.email.toUpperCase()}`, code, newPassword };
      expect((await company.api.call(resetPasswordRoute, { json })).message).toBe(
        'Password has been reset. You can now sign in.',
      );
      expect(await refuse(reset, json)).toMatchObject({ status: 400, code: 'INVALID_RESET_CODE' });
    });
  });

  describe('registration', () => {
    const path = '/api/auth/register';
    let made = 0;
    const registration = async () => {
      const email = `new${(made += 1)}@example.org`;
      const names = { first_name: 'Nora', last_name: 'New' };
      return { email, password: PASSWORD, ...names, invite_token: await invited(email) };
    };

    it.each(PASSWORDS)(
      'a registration with a password of %s (%s) is accepted: %s (R-3.5)',
      async (_, password, good) => {
        const response = await company.api.send('POST', path, { json: { ...(await registration()), password } });
        expect(response.status).toBe(good ? 201 : 400);
        if (!good) expect(response.body).toMatchObject({ message: WEAK });
      },
    );

    it.each([
      ['invite_token', 'Invite code is required.'],
      ['first_name', 'First name is required'],
      ['last_name', 'Last name is required'],
      ['email', 'Email is required'],
    ])('%s is required, "%s"', async (field, message) => {
      const json = await registration();
      for (const value of [undefined, '', '  ', null]) {
        expect(await refuse(path, { ...json, [field]: value })).toMatchObject({ status: 400, message });
      }
    });

    it('the reimbursement currency is EUR or USD, by default EUR (R-1.2)', async () => {
      const currencyOf = async (json: object) =>
        (await company.api.call(registerRoute, { json })).user.reimbursement_currency;
      expect(await currencyOf(await registration())).toBe('EUR');
      expect(await currencyOf({ ...(await registration()), reimbursement_currency: 'USD' })).toBe('USD');
      const pounds = { ...(await registration()), reimbursement_currency: 'GBP' };
      expect(await refuse(path, pounds)).toMatchObject({ status: 400 });
    });

    it('an unknown, a used and another person’s invite are rejected (R-3.4)', async () => {
      const json = await registration();
      const invalid = { status: 400, code: 'INVALID_INVITE' };
      expect(await refuse(path, { ...json, invite_token: 'x'.repeat(43) })).toMatchObject(invalid);
      expect(await refuse(path, { ...json, email: 'else@example.org' })).toMatchObject(invalid);
      await company.api.call(registerRoute, { json });
      expect(await refuse(path, { ...json, email: 'else@example.org' })).toMatchObject(invalid);
      expect(await refuse(path, json)).toMatchObject({ status: 409, code: 'EMAIL_TAKEN' });
    });
  });

  describe('password change', () => {
    const change = (json: object, as = company.mia) =>
      company.api.expectError('PUT', '/api/auth/password', { as, json });

    it('rejects five characters and accepts six (R-3.8)', async () => {
      const guest = await company.addPerson('team_member');
      const five = await change({ currentPassword: PASSWORD, newPassword: 'fives' }, guest);
      expect(five).toMatchObject({ status: 400, message: 'New password must be at least 6 characters' });
      const json = { currentPassword: PASSWORD, newPassword: 'sixsix' };
      const changed = await company.api.call(changePasswordRoute, { as: guest, json });
      expect((await company.api.call(profileRoute, { as: changed })).id).toBe(guest.user.id);
      await company.api.call(loginRoute, { json: { email: guest.user.email, password: 'sixsix' } });
    });

    it('rejects a request without either password (R-3.8)', async () => {
      for (const json of [
        { newPassword: 'sixsix' },
        { currentPassword: PASSWORD },
        { currentPassword: '', newPassword: 'sixsix' },
        {},
      ]) {
        expect(await change(json)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      }
    });
  });

  describe('users', () => {
    const update = (id: string, json: object) =>
      company.api.send('PUT', `/api/admin/users/${id}/role`, { as: company.root, json });

    it('a super admin changes names, role, status and reimbursement currency (R-3.9)', async () => {
      const { user } = await company.addPerson('team_member');
      const json = {
        first_name: ' Gilda ',
        last_name: 'Gray',
        role: 'partner',
        status: 'inactive',
        reimbursement_currency: 'USD',
      };
      expect(await update(user.id, json)).toMatchObject({
        status: 200,
        body: { user: { ...user, ...json, first_name: 'Gilda' } },
      });
      expect(await update(user.id, { status: 'active' })).toMatchObject({
        body: { user: { role: 'partner', last_name: 'Gray', status: 'active' } },
      });
    });

    it.each([
      { first_name: ' ' },
      { last_name: '' },
      { role: 'owner' },
      { role: null },
      { status: 'deleted' },
      { reimbursement_currency: 'GBP' },
      { first_name: { $ne: null } },
    ])('rejects %j', async (json) => {
      expect((await update(company.mia.user.id, json)).status).toBe(400);
    });

    it('the last super admin is neither demoted nor deactivated (R-2.7)', async () => {
      for (const json of [{ role: 'partner' }, { role: 'team_member' }, { status: 'inactive' }]) {
        expect(await update(company.root.user.id, json)).toMatchObject({
          status: 400,
          body: { message: 'There must be at least one super admin.' },
        });
      }
      const second = await company.addPerson('super_admin');
      expect((await update(company.root.user.id, { role: 'partner' })).status).toBe(200);
      const back = { as: second, json: { role: 'super_admin' } };
      const path = `/api/admin/users/${company.root.user.id}/role`;
      expect((await company.api.send('PUT', path, back)).status).toBe(200);
    });

    it('inactive super admins do not count: the last active one stays (R-2.7)', async () => {
      const second = await company.addPerson('super_admin');
      const path = (id: string) => `/api/admin/users/${id}/role`;
      for (const { id, role } of await company.users(second)) {
        if (role === 'super_admin' && id !== second.user.id) {
          await company.api.send('PUT', path(id), { as: second, json: { status: 'inactive' } });
        }
      }
      const rejected = await company.api.expectError('PUT', path(second.user.id), {
        as: second,
        json: { role: 'partner' },
      });
      expect(rejected.message).toBe('There must be at least one super admin.');
    });
  });
});
