import { createInviteRoute, createResetCodeRoute, loginRoute } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { Api } from './testing/api.js';
import { itFromManyAddresses, sendRaw } from './testing/attack.js';
import { PASSWORD, startOwnCompany, type Company, type Person } from './testing/company.js';
import { startProduct } from './testing/product.js';

const LOGIN = '/api/auth/login';
const RESET = '/api/auth/reset-password-with-code';
const REGISTER = '/api/auth/register';
const NEW_PASSWORD = 'Another-Horse-8';
const SLOW_TEST_MS = 90_000;

describe('attacks by guessing and replay', () => {
  let company: Company;
  let addresses = 0;
  beforeAll(async () => (company = await startOwnCompany()));
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

  describe('an unknown and a known email', () => {
    const strangers = ['nobody@example.org', 'no.one@example.org', 'niemand@example.org'];

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

    itFromManyAddresses(
      'have logins of the same duration',
      async () => {
        const known = [company.root, company.mia, company.paul].map(({ user }) => user.email);
        const from = address();
        /** Without a hash, unknown emails are ten times as fast. Other work can only prolong a call. */
        const fastest = { known: Infinity, unknown: Infinity };
        for (let i = 0; i < 18; i += 1) {
          for (const kind of ['known', 'unknown'] as const) {
            const email = (kind === 'known' ? known : strangers)[i % 3] ?? '';
            const start = performance.now();
            expect((await post(LOGIN, { email, password: 'Wrong-Horse-9' }, from)).status).toBe(401);
            fastest[kind] = Math.min(fastest[kind], performance.now() - start);
          }
        }
        expect(fastest.known / fastest.unknown).toBeGreaterThan(1 / 3);
        expect(fastest.known / fastest.unknown).toBeLessThan(3);
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
