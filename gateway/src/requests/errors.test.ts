import { InProcessClient, MessageClient, MessageHub } from '@outlay/messaging';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('an error reply', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  const login = (body: string, contentType = 'application/json') =>
    gateway.call('/api/auth/login', { method: 'POST', body, headers: { 'content-type': contentType } });

  it('lists every invalid field, the first one as the message', async () => {
    const response = await gateway.call('/api/auth/login', { method: 'POST', json: { email: 'no-email' } });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: 'INVALID_INPUT',
      message: 'Please enter a valid email address',
      details: [
        { field: 'email', message: 'Please enter a valid email address' },
        { field: 'password', message: 'Password is required' },
      ],
    });
  });

  it.each([
    [{}, 'First name', 'first_name is missing', 'First name is required'],
    [{ first_name: 7 }, 'First name', 'it is a number', 'First name must be text'],
    [{ first_name: 'x'.repeat(101) }, 'First name', 'it is too long', 'First name must be at most 100 characters long'],
    [
      { reimbursement_currency: 'GBP' },
      'Reimbursement',
      'it is no choice',
      'Reimbursement currency must be one of EUR, USD',
    ],
  ])('has a readable message if the schema defines none: %j', async (change, _, __, sentence) => {
    const good = { email: 'a@b.co', password: 'Abcdef1234!', last_name: 'B', invite_token: 't', ...change };
    const response = await gateway.call('/api/auth/register', { method: 'POST', json: good });
    const { details } = (await response.json()) as { details: { message: string }[] };
    expect(details.map(({ message }) => message)).toContain(sentence);
  });

  it.each([
    ['broken JSON', '{"email":'],
    ['a name with an unknown escape', String.raw`{"\x":1}`],
    ['a list', '[{"email":"a@b.co","password":"x"}]'],
    ['a text', '"email"'],
    ['null', 'null'],
    ['a __proto__ key', '{"email":"a@b.co","password":"right","__proto__":{"x":1}}'],
    ['a nested __proto__ key', '{"email":"a@b.co","password":"right","a":{"__proto__":{"x":1}}}'],
    ['a constructor.prototype key', '{"email":"a@b.co","password":"right","constructor":{"prototype":{}}}'],
    ['an operator instead of a text', '{"email":{"$ne":null},"password":"right"}'],
    ['nothing', ''],
  ])('is 400 with a message for %s as the body', async (_, body) => {
    const response = await login(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(/^[A-Z].* /) });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/html; charset=utf-8', 'multipart/form-data'])(
    'is 400 for a body of type %s',
    async (type) => {
      const response = await login('email=a@b.co&password=right', type);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT' });
    },
  );

  it('is 400 for a form where JSON is expected, which would pass for a body without fields', async () => {
    const part = '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na@b.co\r\n--x--\r\n';
    const response = await login(part, 'multipart/form-data; boundary=x');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ code: 'INVALID_INPUT', message: 'The request body must be JSON.' });
  });

  it('is 400 for a text with half a character', async () => {
    const response = await login(String.raw`{"email":"a@b.co","password":"right\ud800"}`);
    const registration = { email: 'a@b.co', password: 'Abcdef1234!', first_name: 'A\ud800', last_name: 'B' };
    const json = { ...registration, invite_token: 't' };
    const registered = await gateway.call('/api/auth/register', { method: 'POST', json });
    expect([response.status, registered.status]).toEqual([401, 400]);
    expect(await registered.json()).toMatchObject({ message: 'First name must not contain half characters' });
  });

  it.each(['/api/nothing', '/api/expenses/1/2/3', '/nothing', '/api/auth/login/', '/api/health/live/..%2f..%2fetc'])(
    'is 404 in JSON for %s',
    async (path) => {
      const response = await gateway.call(path, { as: 'admin' });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', message: 'There is nothing at this address.' });
    },
  );

  it('is 404 for a known path with a method it does not have', async () => {
    expect((await gateway.call('/api/auth/login', { method: 'DELETE' })).status).toBe(404);
  });

  it('is 400 in JSON for a path that is not a valid URL', async () => {
    const response = await gateway.call('/uploads/%zz');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('keeps the code, status and details from the service', async () => {
    const response = await gateway.call('/api/expenses/EXP-1', {
      method: 'PUT',
      as: 'member',
      json: { status: 'draft', revision: 1 },
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({
      code: 'VERSION_CONFLICT',
      message: 'Somebody changed it.',
      details: { revision: 3 },
    });
  });

  it('reveals nothing about an unexpected error', async () => {
    const response = await gateway.call('/api/admin/users/explodes/role', { method: 'PUT', as: 'admin', json: {} });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: 'INTERNAL',
      message: 'Something went wrong on our side. Please try again later.',
    });
  });
});

describe('an unavailable service', () => {
  it('gives 503 with Retry-After', async () => {
    const gateway = await startTestGateway({ messages: new MessageClient(new InProcessClient(new MessageHub())) });
    try {
      const response = await gateway.call('/api/auth/me', { as: 'member' });
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    } finally {
      await gateway.close();
    }
  });
});

describe('the correlation id', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  const threadOf = async (headers: Record<string, string>) => {
    const path = '/api/admin/users/member/reset-code';
    const response = await gateway.call(path, { method: 'POST', as: 'admin', headers });
    const { reset_code: onTheMessage } = (await response.json()) as { reset_code: string };
    return { onTheMessage, answered: response.headers.get('x-correlation-id') };
  };

  it('of the caller is passed to the service and returned', async () => {
    const id = 'from-the-browser-1';
    expect(await threadOf({ 'x-correlation-id': id })).toEqual({ onTheMessage: id, answered: id });
  });

  it.each(['', 'short', 'with space and more', `${'x'.repeat(65)}`, 'tab\there-and-there'])(
    'is generated if the caller sends %j',
    async (id) => {
      const { onTheMessage, answered } = await threadOf({ 'x-correlation-id': id });
      expect(answered).toMatch(UUID);
      expect(onTheMessage).toBe(answered);
    },
  );

  it('is sent with errors and unknown paths, too', async () => {
    for (const path of ['/api/auth/me', '/nothing', '/uploads/%zz']) {
      const response = await gateway.call(path, { headers: { 'x-correlation-id': 'thread-of-an-error' } });
      expect(response.headers.get('x-correlation-id')).toBe('thread-of-an-error');
    }
  });
});
