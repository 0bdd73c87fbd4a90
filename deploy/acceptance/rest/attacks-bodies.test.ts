import { loginRoute } from '@outlay/contracts';
import { expectNoChange, itFromManyAddresses, sendRaw } from './testing/attack.js';
import { PASSWORD, startOwnCompany, type Company } from './testing/company.js';

const MEGABYTE = 1_000_000;

describe('attacks with bodies', () => {
  let company: Company;
  beforeAll(async () => (company = await startOwnCompany()));
  afterAll(() => company.close());

  const send = async (method: string, path: string, body: string, from?: string) => {
    const { status, text } = await sendRaw(company.product.origin, path.replaceAll(/\{\w+\}/g, company.mia.user.id), {
      method,
      as: company.root,
      headers: { 'content-type': 'application/json' },
      body,
      ...(from !== undefined && { from }),
    });
    const { code, message } = JSON.parse(text) as { code: unknown; message: unknown };
    expect(message).toEqual(expect.stringMatching(/^[A-Z].* /));
    return [status, code];
  };

  it('what a repeated field says twice is neither the first nor the last', async () => {
    const { root, mia } = company;
    const twice = (name: string, ...values: string[]) => values.map((value) => `"${name}":"${value}"`).join();
    for (const [method, path, body] of [
      ['POST', '/api/auth/invites', `{"email":"eve@example.org",${twice('role', 'team_member', 'super_admin')}}`],
      ['PUT', `/api/admin/users/${mia.user.id}/role`, `{${twice('role', 'partner', 'super_admin')}}`],
      ['POST', '/api/auth/login', `{${twice('email', root.user.email, mia.user.email)},"password":"${PASSWORD}"}`],
    ] as const) {
      expect(await expectNoChange(company, () => send(method, path, body))).toEqual([400, 'INVALID_INPUT']);
    }
  });

  it('a token of an unknown scope is refused, and none is made', async () => {
    const tokens = async () => (await company.api.send('GET', '/api/audit/tokens', { as: company.root })).body;
    const before = await tokens();
    for (const scope of ['audit:write', '*', '', 'audit:read admin']) {
      const body = JSON.stringify({ name: 'Export', scope });
      expect(await send('POST', '/api/audit/tokens', body)).toEqual([400, 'INVALID_INPUT']);
    }
    expect(await tokens()).toEqual(before);
  });

  itFromManyAddresses('after sixty bodies that nobody can parse, an address is heard no more; others are', async () => {
    const from = '127.0.77.1';
    const flood = Array.from({ length: 120 }, () => send('POST', '/api/auth/login', '['.repeat(MEGABYTE), from));
    const answers = (await Promise.all(flood)).map(String).sort();
    const times = (count: number, answer: unknown[]) => Array.from({ length: count }, () => String(answer));
    expect(answers).toEqual([...times(60, [413, 'FILE_TOO_LARGE']), ...times(60, [429, 'TOO_MANY_REQUESTS'])]);
    const { email } = company.mia.user;
    await company.api.call(loginRoute, { json: { email, password: PASSWORD } });
  });
});
