import { createInviteRoute, createResetCodeRoute, loginRoute, registerRoute } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { Api } from './testing/api.js';
import { itFromManyAddresses, sendRaw, expectNoChange } from './testing/attack.js';
import { PASSWORD, START_TIMEOUT_MS, startCompany, type Company, type Person } from './testing/company.js';
import { startProduct } from './testing/product.js';

const LOGIN = '/api/auth/login';
const RESET = '/api/auth/reset-password-with-code';
const REGISTER = '/api/auth/register';
const NEW_PASSWORD = 'Another-Horse-8';
const SLOW_TEST_MS = 90_000;

describe('attacks by guessing and replay', () => {
  let company: Company;
  let addresses = 0;
  beforeAll(async () => {
    company = await startCompany();
  }, START_TIMEOUT_MS);
  afterAll(() => company.close());

  const address = () => {
    addresses += 1;
    return `127.0.${Math.floor(addresses / 200) + 7}.${(addresses % 200) + 1}`;
  };
  const post = (path: string, json: object, from?: string, headers = {}) =>
    sendRaw(company.product.origin, path, { method: 'POST', json, headers, ...(from !== undefined && { from }) });
  const codeFor = async (person: Person) => {
    const ask = { as: company.root, params: { id: person.user.id } };
    return (await company.api.call(createResetCodeRoute, ask)).reset_code;
  };
  const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  itFromManyAddresses(
    'a hundred logins with rotating X-Forwarded-For: 429 from the tenth, and the owner can still log in',
    async () => {
      const { email } = company.mia.user;
      const from = address();
      const statuses: number[] = [];
      for (let i = 0; i < 100; i += 1) {
        const headers = { 'x-forwarded-for': `10.0.0.${i}`, forwarded: `for=10.0.1.${i}`, 'x-real-ip': `10.0.2.${i}` };
        statuses.push((await post(LOGIN, { email, password: `Guess-${i}` }, from, headers)).status);
      }
      expect(statuses).toEqual(statuses.map((_, i) => (i < 9 ? 401 : 429)));
      const last = await post(LOGIN, { email, password: PASSWORD }, from);
      expect(last.status).toBe(429);
      expect(JSON.parse(last.text)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(300);
      await company.api.call(loginRoute, { json: { email, password: PASSWORD } });
    },
  );

  itFromManyAddresses('the same limit applies to a hundred concurrent logins', async () => {
    const { email } = company.paul.user;
    const from = address();
    const guesses = Array.from({ length: 100 }, (_, i) => post(LOGIN, { email, password: `Guess-${i}` }, from));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(9);
    expect(statuses.filter((status) => status === 429)).toHaveLength(91);
    await company.api.call(loginRoute, { json: { email, password: PASSWORD } });
  });

  itFromManyAddresses(
    'one password tried on many accounts from one address: 429 after sixty',
    async () => {
      const from = address();
      const statuses: number[] = [];
      // Sequential, because a queue of hashes could exceed a call's deadline on a busy machine.
      for (let i = 0; i < 62; i += 1) {
        statuses.push((await post(LOGIN, { email: `somebody${i}@example.org`, password: PASSWORD }, from)).status);
      }
      expect(statuses).toEqual(statuses.map((_, i) => (i < 60 ? 401 : 429)));
    },
    SLOW_TEST_MS,
  );

  it('the sixth try of a reset code fails even with the right one', async () => {
    const gus = await company.addPerson('team_member');
    const code = await codeFor(gus);
    const tried = (guess: string) => post(RESET, { email: gus.user.email, code: guess, newPassword: NEW_PASSWORD });
    const rejected = { message: 'Invalid or expired reset code', code: 'INVALID_RESET_CODE' };
    for (let i = 0; i < 5; i += 1) {
      const { status, text } = await tried(otherThan(code));
      expect([status, JSON.parse(text)]).toEqual([400, rejected]);
    }
    const sixth = await tried(code);
    expect([sixth.status, JSON.parse(sixth.text)]).toEqual([400, rejected]);
    await company.login(gus);
    expect((await tried(await codeFor(gus))).status).toBe(200);
  });

  it('an expired code, another person’s code or a replaced code: rejected', async () => {
    const [gus, eve] = [await company.addPerson('team_member'), await company.addPerson('team_member')];
    const tried = async (person: Person, code: string) =>
      (await post(RESET, { email: person.user.email, code, newPassword: NEW_PASSWORD })).status;
    const first = await codeFor(gus);
    const second = await codeFor(gus);
    if (first !== second) expect(await tried(gus, first)).toBe(400);
    expect(await tried(eve, second)).toBe(400);
    company.clock.forward(3_600_000);
    expect(await tried(gus, second)).toBe(400);
    await company.login(gus);
  });

  itFromManyAddresses(
    'twenty concurrent uses of a reset code: one success',
    async () => {
      const gus = await company.addPerson('team_member');
      const { email } = gus.user;
      const code = await codeFor(gus);
      const passwords = Array.from({ length: 20 }, (_, i) => `${NEW_PASSWORD}-${i}`);
      await Promise.all(passwords.map((newPassword) => post(RESET, { email, code, newPassword }, address())));
      // A response may time out on a busy machine, so it decides nothing.
      const statuses: number[] = [];
      for (const password of [PASSWORD, ...passwords]) {
        statuses.push((await post(LOGIN, { email, password }, address())).status);
      }
      expect(statuses[0]).toBe(401);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    },
    SLOW_TEST_MS,
  );

  itFromManyAddresses('twenty concurrent uses of an invite: one user', async () => {
    const email = 'invited@example.org';
    const { token } = await company.api.call(createInviteRoute, { as: company.root, json: { email } });
    const uses = Array.from({ length: 20 }, (_, i) =>
      post(REGISTER, registration(i % 2 === 0 ? email : `other${i}@example.org`, token), address()),
    );
    const statuses = (await Promise.all(uses)).map(({ status }) => status);
    expect(statuses.filter((status) => status < 400).length).toBeLessThanOrEqual(1);
    const users = await company.users();
    expect(users.filter((user) => user.email === email || user.email.startsWith('other'))).toHaveLength(1);
  });

  itFromManyAddresses(
    'twenty concurrent uses of the first link: one super admin',
    async () => {
      const product = await startProduct();
      try {
        const token = (await product.firstInvite()) ?? '';
        const emails = Array.from({ length: 20 }, (_, i) => `first${i}@example.org`);
        const register = (email: string) => {
          const json = registration(email, token);
          return sendRaw(product.origin, REGISTER, { method: 'POST', json, from: address() });
        };
        const statuses = (await Promise.all(emails.map(register))).map(({ status }) => status);
        // Even the winner's response may time out on a busy machine. It has won once the link is refused.
        expect(statuses.filter((status) => status < 400).length).toBeLessThanOrEqual(1);
        const [again = ''] = emails;
        await eventually(async () => [400, 409].includes((await register(again)).status));
        const api = await Api.of(product);
        const sessions: { token: string }[] = [];
        for (const email of emails) {
          const { status, body } = await api.send('POST', LOGIN, { json: { email, password: PASSWORD } });
          if (status === 200) sessions.push(loginRoute.reply.parse(body));
        }
        expect(sessions).toHaveLength(1);
        const [as] = sessions;
        expect((await api.send('GET', '/api/admin/users', { as })).body).toHaveLength(1);
      } finally {
        await product.close();
      }
    },
    SLOW_TEST_MS,
  );

  it('an expired or used invite: rejected', async () => {
    const { api, root } = company;
    await company.login(root);
    const email = 'late@example.org';
    const json = { email, expires_in_days: 1 };
    const late = await api.call(createInviteRoute, { as: root, json });
    company.clock.forward(86_400_000);
    await company.login(root);
    const rejected = { status: 400, code: 'INVALID_INVITE' };
    const register = (who: string, token: string) =>
      expectNoChange(company, () => api.expectError('POST', REGISTER, { json: registration(who, token) }));
    expect(await register(email, late.token)).toMatchObject(rejected);
    const used = await api.call(createInviteRoute, { as: root, json });
    await api.call(registerRoute, { json: registration(email, used.token) });
    expect(await register('another@example.org', used.token)).toMatchObject(rejected);
    expect(await register(email, used.token)).toMatchObject({ status: 409, code: 'EMAIL_TAKEN' });
  });

  describe('an unknown and a known email', () => {
    const strangers = ['nobody@example.org', 'no.one@example.org', 'niemand@example.org'];
    const tries = 6;

    it('get the same error from login, reset and registration', async () => {
      const known = await company.addPerson('team_member');
      const gone = await company.addPerson('team_member');
      await codeFor(known);
      const off = { as: company.root, json: { status: 'inactive' } };
      await company.api.send('PUT', `/api/admin/users/${gone.user.id}/role`, off);
      const emails = [known.user.email, company.paul.user.email, gone.user.email, strangers[0] ?? ''];
      const responses = async (path: string, json: (email: string) => object) =>
        Promise.all(
          emails.map(async (email) => {
            const { status, text, headers } = await post(path, json(email));
            return JSON.stringify([status, text, Object.keys(headers).sort()]);
          }),
        );
      const messages = [
        await responses(LOGIN, (email) => ({ email, password: 'Wrong-Horse-9' })),
        await responses(RESET, (email) => ({ email, code: '000000', newPassword: NEW_PASSWORD })),
        await responses(REGISTER, (email) => registration(email, 'no-such-invite')),
      ];
      for (const each of messages) expect(new Set(each).size).toBe(1);
    });

    /** Without a hash, unknown emails are ten times as fast. Other work can only prolong a call. */
    const fastest = async (path: string, known: readonly string[], json: (email: string) => object) => {
      const times = { known: [] as number[], unknown: [] as number[] };
      const from = address();
      for (let i = 0; i < tries * strangers.length; i += 1) {
        for (const kind of ['known', 'unknown'] as const) {
          const email = (kind === 'known' ? known : strangers)[i % strangers.length] ?? '';
          const start = performance.now();
          const { status } = await post(path, json(email), from);
          times[kind].push(performance.now() - start);
          expect([400, 401]).toContain(status);
        }
      }
      return { known: Math.min(...times.known), unknown: Math.min(...times.unknown) };
    };

    itFromManyAddresses(
      'have logins of the same duration',
      async () => {
        const { root, mia, paul } = company;
        const emails = [root, mia, paul].map(({ user }) => user.email);
        const { known, unknown } = await fastest(LOGIN, emails, (email) => ({ email, password: 'Wrong-Horse-9' }));
        expect(known / unknown).toBeGreaterThan(1 / 3);
        expect(known / unknown).toBeLessThan(3);
      },
      SLOW_TEST_MS,
    );

    itFromManyAddresses(
      'have resets of the same duration',
      async () => {
        const people = [company.root, company.mia, company.paul];
        for (const person of people) await codeFor(person);
        const reset = (email: string) => ({ email, code: '000000', newPassword: NEW_PASSWORD });
        const { known, unknown } = await fastest(
          RESET,
          people.map(({ user }) => user.email),
          reset,
        );
        expect(known / unknown).toBeGreaterThan(1 / 3);
        expect(known / unknown).toBeLessThan(3);
      },
      SLOW_TEST_MS,
    );
  });

  it('an invite token has 256 random bits', async () => {
    const made = Array.from({ length: 40 }, (_, i) => ({ email: `guest${i}@example.org` }));
    const invites = await Promise.all(
      made.map((json) => company.api.call(createInviteRoute, { as: company.root, json })),
    );
    const tokens = invites.map(({ token }) => Buffer.from(token, 'base64url'));
    for (const token of tokens) expect(token).toHaveLength(32);
    for (let bit = 0; bit < 256; bit += 1) {
      const values = new Set(tokens.map((token) => ((token[bit >> 3] ?? 0) >> (bit & 7)) & 1));
      expect([bit, values.size]).toEqual([bit, 2]);
    }
  });
});

function registration(email: string, invite_token: string) {
  const names = { first_name: 'New', last_name: 'Comer', reimbursement_currency: 'EUR' };
  return { email, password: PASSWORD, ...names, invite_token };
}
