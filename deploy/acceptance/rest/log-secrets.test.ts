import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { MessageClient } from '@outlay/messaging';
import { tempFolder } from '@outlay/testing';
import { firstInvite } from '@outlay/composition';
import { createStandalone, type Standalone } from '@outlay/standalone';
import { claimForm } from '@outlay/testing/claims';
import { asFile, photoReceipt } from '@outlay/harness/testing/receipts';

const LEVELS = ['verbose', 'debug', 'log', 'warn', 'error', 'fatal'] as const;

function captureOutput() {
  const { stdout, stderr } = process;
  const written: string[] = [];
  const capture = (chunk: unknown): boolean => written.push(String(chunk)) > 0;
  const spies = [
    jest.spyOn(stdout, 'write').mockImplementation(capture),
    jest.spyOn(stderr, 'write').mockImplementation(capture),
    ...(['log', 'info', 'warn', 'error', 'debug', 'trace'] as const).map((method) =>
      jest.spyOn(console, method).mockImplementation((...parts: unknown[]) => void capture(parts.join(' '))),
    ),
  ];
  return {
    text: () => written.join(''),
    stop: () => spies.forEach((spy) => spy.mockRestore()),
  };
}

describe('the logs of the product', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let product: Standalone;
  let origin: string;
  let output: ReturnType<typeof captureOutput>;
  /** The secrets have names, because a failure must not print them. */
  const secrets = new Map<string, string>();
  const secret = (name: string, value: string): string => {
    expect(value.length).toBeGreaterThanOrEqual(6);
    secrets.set(name, value);
    return value;
  };
  const leaked = () => [...secrets].filter(([, value]) => output.text().includes(value)).map(([name]) => name);

  const call = async (method: string, path: string, json?: unknown, token?: string) => {
    const headers = {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const body = typeof json === 'string' ? json : JSON.stringify(json);
    const response = await fetch(origin + path, { method, headers, ...(body !== undefined && { body }) });
    const reply = response.headers.get('content-type')?.startsWith('application/json') ? await response.json() : {};
    return { status: response.status, reply: reply as Record<string, string> };
  };
  const login = (email: string, password: string) => call('POST', '/api/auth/login', { email, password });
  const register = (email: string, password: string, invite_token: string) =>
    call('POST', '/api/auth/register', { email, password, first_name: 'A', last_name: 'B', invite_token });

  beforeAll(async () => {
    folder = await tempFolder('log-secrets');
    output = captureOutput();
    const jwtSecret = secret('the signing secret', 'signing-secret-of-the-test-0123456789');
    product = await createStandalone({ dataDir: folder.path, webRoot: null, jwtSecret, logger: [...LEVELS] });
    await product.gateway.listen(0, '127.0.0.1');
    origin = (await product.gateway.getUrl()).replace('[::1]', '127.0.0.1');
  });
  afterAll(async () => {
    await product.close();
    output.stop();
    await folder.remove();
  });

  it('contain no token, code, password or signature, of successful and failed calls', async () => {
    const statuses: number[] = [];
    const checkStatus = ({ status, reply }: Awaited<ReturnType<typeof call>>) => {
      statuses.push(status);
      return reply;
    };
    const [adminPassword, wrong, weak, reset, changed] = ['Admin', 'Wrong', 'weak', 'Reset', 'Changed'].map((name) =>
      secret(`the ${name} password`, `${name}-Horse-Battery-7`),
    ) as [string, string, string, string, string];

    const invite = secret('the first invite', (await firstInvite(product.messages)) ?? '');
    checkStatus(await register('root@example.org', adminPassword, secret('a wrong invite', `${invite}-wrong`)));
    checkStatus(await register('root@example.org', weak.toLowerCase(), invite));
    checkStatus(await register('root@example.org', adminPassword, invite));
    const admin = secret('a session token', checkStatus(await login('root@example.org', adminPassword)).token ?? '');
    checkStatus(await login('root@example.org', wrong));
    checkStatus(await login('nobody@example.org', wrong));
    checkStatus(await call('POST', '/api/auth/login', `{"email":"root@example.org","password":"${wrong}`));
    checkStatus(await call('POST', '/api/auth/login', { email: { $ne: wrong }, password: [wrong] }));

    const invited = await call('POST', '/api/auth/invites', { email: 'ann@example.org' }, admin);
    checkStatus(await register('ann@example.org', wrong, secret('an invite', checkStatus(invited).token ?? '')));
    const user = (await call('GET', '/api/admin/users', undefined, admin)).reply as unknown as { id: string }[];
    const made = await call('POST', `/api/admin/users/${user[0]?.id}/reset-code`, undefined, admin);
    const code = secret('a reset code', checkStatus(made).reset_code ?? '');
    const resetting = { email: 'root@example.org', newPassword: reset };
    const otherCode = code === '135790' ? '246801' : '135790';
    for (const each of [secret('a wrong code', otherCode), code]) {
      checkStatus(await call('POST', '/api/auth/reset-password-with-code', { ...resetting, code: each }));
    }
    const again = secret('a second token', checkStatus(await login('root@example.org', reset)).token ?? '');
    const change = (currentPassword: string) => ({ currentPassword, newPassword: changed });
    checkStatus(await call('PUT', '/api/auth/password', change(wrong), again));
    const token = secret(
      'a third token',
      checkStatus(await call('PUT', '/api/auth/password', change(reset), again)).token ?? '',
    );
    checkStatus(await call('GET', '/api/auth/me', undefined, again));
    checkStatus(await call('GET', `/api/auth/me?token=${token}`, undefined, secret('a made-up token', `${token}x`)));

    const form = claimForm({ status: 'draft' }, asFile(await photoReceipt(1), 'a.jpg', 'image/jpeg'));
    const headers = { authorization: `Bearer ${token}` };
    const saved = await fetch(`${origin}/api/expenses`, { method: 'POST', body: form, headers });
    const { expense } = (await saved.json()) as { expense: { receipt: string } };
    const signed = await call('POST', '/api/signed-urls', { path: `/uploads/${expense.receipt}` }, token);
    const { url = '' } = checkStatus(signed);
    secret('a signature', url.split('.').at(-1) ?? '');
    checkStatus(await call('GET', url));
    checkStatus(await call('GET', secret('a forged URL', `${url}x`)));
    checkStatus(await call('GET', `/nothing?token=${token}`));
    checkStatus(await call('GET', `/api/nothing/${token}`, undefined, token));
    for (let i = 0; i < 10; i++) checkStatus(await login('root@example.org', wrong));

    expect(new Set(statuses)).toEqual(new Set([200, 201, 400, 401, 404, 429]));
    expect(leaked()).toEqual([]);
  });

  it('contain none when a service fails during a login', async () => {
    const password = secret('a password that met a failure', 'Failing-Horse-Battery-7');
    const failing = jest.spyOn(MessageClient.prototype, 'call').mockRejectedValue(new Error('the transport broke'));
    const { status } = await login('ann@example.org', password);
    failing.mockRestore();
    expect(status).toBe(500);
    expect(leaked()).toEqual([]);
  });

  it('are captured completely, so that a secret would be found', () => {
    new Logger('Test').warn(`somebody logs in with ${secrets.get('the Admin password')}`);
    console.error(secrets.get('a reset code'));
    expect(leaked()).toEqual(expect.arrayContaining(['the Admin password', 'a reset code']));
    expect(output.text()).toMatch(/Nest/);
  });
});
