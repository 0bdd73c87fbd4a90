import { eventually } from '@outlay/testing';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { sessionToken } from '../testing/session-token.js';
import { TestUsers } from '../testing/test-users.js';
import { apiRoutes } from '../openapi/api-routes.js';
import { RATE_LIMITS } from '../ports/rate-limits.js';

const ATTACKER = '198.51.100.1';
const OWNER = '203.0.113.7';

describe('guessing credentials', () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startTestGateway();
  });
  afterEach(() => gateway.close());

  const send = (method: 'POST' | 'PUT', url: string, payload: object, from: string, headers = {}) =>
    gateway.app.inject({ method, url, payload, remoteAddress: from, headers });
  const login = (password: string, { email = 'ada@example.com', from = ATTACKER, headers = {} } = {}) =>
    send('POST', '/api/auth/login', { email, password }, from, headers);
  const times = async <T>(count: number, attempt: (i: number) => PromiseLike<T>) => {
    const all: T[] = [];
    for (let i = 0; i < count; i++) all.push(await attempt(i));
    return all;
  };
  const statuses = async (count: number, attempt: (i: number) => PromiseLike<{ statusCode: number }>) =>
    (await times(count, attempt)).map(({ statusCode }) => statusCode);
  const nine = Array.from({ length: 9 }, () => 401);

  it('is limited at the tenth password, regardless of X-Forwarded-For', async () => {
    const forwarded = (i: number) => ({ headers: { 'x-forwarded-for': `10.0.0.${i}`, forwarded: `for=10.0.0.${i}` } });
    expect(await statuses(100, (i) => login('wrong', forwarded(i)))).toEqual([
      ...nine,
      ...Array.from({ length: 91 }, () => 429),
    ]);
  });

  it('is counted by the client address that a trusted proxy reports', async () => {
    const behind = await startTestGateway({ trustedProxies: ['192.0.2.0/24'] });
    const attempt = (from: string) => (i: number) =>
      behind.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: 'ada@example.com', password: 'wrong' },
        remoteAddress: from,
        headers: { 'x-forwarded-for': `10.0.0.${i}` },
      });
    expect(await statuses(12, attempt('192.0.2.9'))).toEqual(Array.from({ length: 12 }, () => 401));
    expect((await statuses(12, attempt(ATTACKER))).slice(9)).toEqual([429, 429, 429]);
    await behind.close();
  });

  it('over the limit returns a message and Retry-After', async () => {
    await times(9, () => login('wrong'));
    const refused = await login('right');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(290);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300);
    expect(refused.json()).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many attempts. Please try again in 5 minutes.',
    });
  });

  /** Sends sixty logins, none of which is checked before all have arrived. */
  const crowd = async (password: string) => {
    let judge = () => {};
    TestUsers.judging = new Promise((resolve) => (judge = resolve));
    let refused = 0;
    const answers = Array.from({ length: 60 }, async () => {
      const { statusCode } = await login(password);
      if (statusCode === 429) refused += 1;
      return statusCode;
    });
    await eventually(() => refused === 51);
    judge();
    return (await Promise.all(answers)).filter((status) => status !== 429);
  };

  it('in parallel is counted before the passwords are checked', async () => {
    expect(await crowd('wrong')).toEqual(nine);
    expect((await login('right')).statusCode).toBe(429);
  });

  it('limits parallel sign-ins with the right password only briefly', async () => {
    expect(await crowd('right')).toEqual(nine.map(() => 200));
    expect(await statuses(9, () => login('wrong'))).toEqual(nine);
  });

  it('counts all spellings of an email as one', async () => {
    const spellings = ['ada@example.com', ' Ada@Example.com', 'ADA@EXAMPLE.COM '];
    expect(await statuses(10, (i) => login('wrong', { email: spellings[i % 3] ?? '' }))).toEqual([...nine, 429]);
  });

  it('does not limit the owner at another address, nor others at this one', async () => {
    await times(50, () => login('wrong'));
    expect((await login('right', { from: OWNER })).statusCode).toBe(200);
    expect((await login('right', { email: 'bob@example.com' })).statusCode).toBe(200);
  });

  it('is limited after sixty emails from one address', async () => {
    const results = await statuses(61, (i) => login('wrong', { email: `${i}@example.com` }));
    expect(results.indexOf(429)).toBe(60);
    expect((await login('right', { from: OWNER })).statusCode).toBe(200);
  });

  it('is limited after a hundred attempts from many addresses', async () => {
    const results = await statuses(101, (i) => login('wrong', { from: `198.51.100.${i}` }));
    expect(results.indexOf(429)).toBe(100);
    const refused = await login('right', { from: OWNER });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
  });

  it('counts the addresses of one IPv6 /64 as one', async () => {
    expect(await statuses(10, (i) => login('wrong', { from: `2001:db8::${i + 1}` }))).toEqual([...nine, 429]);
    expect((await login('wrong', { from: '2001:db8:0:1::1' })).statusCode).toBe(401);
  });

  it.each<[string, number, (wrong: boolean) => Parameters<typeof send>]>([
    [
      'a reset code',
      400,
      (wrong) => [
        'POST',
        '/api/auth/reset-password-with-code',
        { email: 'ada@example.com', code: wrong ? '000000' : '123456', newPassword: 'Abcdef1234!' },
        ATTACKER,
      ],
    ],
    [
      'an invite',
      400,
      (wrong) => [
        'POST',
        '/api/auth/register',
        {
          email: 'ada@example.com',
          password: 'Abcdef1234!',
          first_name: 'A',
          last_name: 'B',
          invite_token: wrong ? 'wrong' : 'right',
        },
        ATTACKER,
      ],
    ],
    [
      'the current password',
      400,
      (wrong) => [
        'PUT',
        '/api/auth/password',
        { currentPassword: wrong ? 'wrong' : 'right', newPassword: 'newer1' },
        ATTACKER,
        { authorization: `Bearer ${sessionToken('member')}` },
      ],
    ],
  ])('%s is limited at the tenth try, and failed logins do not count towards it', async (_, status, request) => {
    await times(9, () => login('wrong'));
    expect(await statuses(10, () => send(...request(true)))).toEqual([...nine.map(() => status), 429]);
    expect((await send(...request(false))).statusCode).toBe(429);
  });

  it('does not count successful sign-ins, by one user or many', async () => {
    expect(new Set(await statuses(100, () => login('right')))).toEqual(new Set([200]));
    expect(new Set(await statuses(100, (i) => login('right', { email: `${i}@example.com` })))).toEqual(new Set([200]));
  });

  it('does not count invalid forms', async () => {
    expect(new Set(await statuses(70, () => login('')))).toEqual(new Set([400]));
    expect(new Set(await statuses(70, () => login('x', { email: 'nobody' })))).toEqual(new Set([400]));
    expect((await login('right')).statusCode).toBe(200);
  });

  const open = apiRoutes().filter(({ route }) => route.throttle === 'credentials' && route.access === 'public');
  it.each(open.map(({ route: { method, path } }) => [method, path] as const))(
    'by %s %s counts bodies that nobody can parse, and then reads none',
    async (method, url) => {
      const unreadable = ['[[[[', '['.repeat(1000), '{"a":1,"a":2}', 'x'.repeat(1_000_000)];
      const attempt = (payload: string, from = ATTACKER) =>
        gateway.app.inject({
          method: method as 'POST',
          url,
          payload,
          remoteAddress: from,
          headers: { 'content-type': 'application/json' },
        });
      const results = await statuses(60, (i) => attempt(unreadable[i % 4] ?? ''));
      expect(results).toEqual(results.map((_, i) => (i % 4 === 3 ? 413 : 400)));
      const refused = await attempt('x'.repeat(1_000_000));
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(200);
      expect(refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringMatching(/^Too many/) });
      expect((await attempt('[[[[', OWNER)).statusCode).toBe(400);
    },
  );

  it('counts failures between successful sign-ins', async () => {
    const results = await statuses(20, (i) => login(i % 2 ? 'right' : 'wrong'));
    expect(results).toEqual(Array.from({ length: 20 }, (_, i) => (i > 16 ? 429 : i % 2 ? 200 : 401)));
  });
});

describe('a limit whose window has ended', () => {
  it('admits the owner again', async () => {
    const rateLimits = { ...RATE_LIMITS, accountFromAddress: { points: 2, seconds: 1 } };
    const gateway = await startTestGateway({ rateLimits });
    try {
      const login = async (password: string) => {
        const json = { email: 'ada@example.com', password };
        const { status, headers } = await gateway.call('/api/auth/login', { method: 'POST', json });
        return [status, headers.get('retry-after')];
      };
      // On a busy machine a window may end before three attempts.
      const refused = await eventually(async () => {
        const answer = await login('wrong');
        return answer[0] === 429 && answer;
      });
      expect(refused).toEqual([429, '1']);
      await eventually(async () => (await login('right'))[0] === 200);
    } finally {
      await gateway.close();
    }
  });
});

describe('looking up rates', () => {
  it('is limited to 120 calls a minute per address, whatever their outcome', async () => {
    const gateway = await startTestGateway();
    try {
      const ask = async (remoteAddress: string, from: string) =>
        gateway.app.inject({ url: `/api/exchange-rate?from=${from}&to=EUR&date=2026-02-27`, remoteAddress });
      const answers = await Promise.all(
        Array.from({ length: 130 }, (_, i) => ask(ATTACKER, i % 2 ? 'USD' : 'nonsense')),
      );
      const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
      expect([count(200), count(400), count(429)]).toEqual([60, 60, 10]);
      const refused = await ask(ATTACKER, 'USD');
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeGreaterThan(10);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(refused.json()).toMatchObject({
        message: `Too many attempts. Please try again in ${seconds} seconds.`,
      });
      expect((await ask(OWNER, 'USD')).statusCode).toBe(200);
    } finally {
      await gateway.close();
    }
  });
});
