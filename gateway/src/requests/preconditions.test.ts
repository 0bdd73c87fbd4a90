import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { readExpected, readIdempotencyKey } from './preconditions.js';

describe('the expected revision', () => {
  it.each<[Record<string, string>, unknown, number | null]>([
    [{}, undefined, null],
    [{}, {}, null],
    [{}, { revision: null }, null],
    [{}, { revision: 0 }, 0],
    [{ 'if-match': '"0"' }, {}, 0],
    [{ 'if-match': ' "12" ' }, undefined, 12],
    [{ 'if-match': 'W/"12"' }, {}, 12],
    [{ 'if-match': '"12"' }, { revision: 12 }, 12],
    [{ 'if-match': '*' }, {}, null],
    [{ 'if-match': '*' }, { revision: 4 }, 4],
  ])('from the headers %j and the body %j is %j', (headers, body, revision) => {
    expect(readExpected(headers, body)).toEqual({ revision, head: null });
  });

  it.each([
    '3',
    '""',
    '"abc"',
    '"-1"',
    '"1.5"',
    '"1", "2"',
    '"9999999999"',
    '',
    'W/3',
    '"3"x',
    '"3-"',
    '"3-abc"',
    '"3-ABCDEFABCDEFABCD"',
  ])('is rejected in the malformed If-Match %s', (ifMatch) => {
    expect(() => readExpected({ 'if-match': ifMatch }, {})).toThrow(
      'If-Match must be an ETag of the expense or its revision in quotes, such as "3".',
    );
  });

  it('comes with the head that the tag or the body names', () => {
    const head = 'ab'.repeat(32);
    const tag = `"3-${head.slice(0, 16)}"`;
    expect(readExpected({ 'if-match': tag }, {})).toEqual({ revision: 3, head: head.slice(0, 16) });
    expect(readExpected({ 'if-match': tag }, { revision: 3, head })).toEqual({ revision: 3, head });
    expect(readExpected({ 'if-match': '"3"' }, { revision: 3, head })).toEqual({ revision: 3, head });
    expect(readExpected({}, { revision: 3, head })).toEqual({ revision: 3, head });
    expect(() => readExpected({ 'if-match': tag }, { revision: 3, head: 'cd'.repeat(32) })).toThrow('differ');
    expect(() => readExpected({}, { head })).toThrow('head needs the revision it is of.');
  });

  it('is rejected if header and body differ', () => {
    expect(() => readExpected({ 'if-match': '"3"' }, { revision: 4 })).toThrow(
      'If-Match and the revision in the body differ.',
    );
  });
});

describe('the idempotency key', () => {
  it.each(['12345678', 'x'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', '!#$%~^*()'])('may be %s', (key) => {
    expect(readIdempotencyKey({ 'idempotency-key': key })).toBe(key);
  });

  it.each(['', '1234567', 'x'.repeat(256), 'with space', 'with-ümlaut', 'tab\tin-it', 'line\nbreak'])(
    'may not be %j',
    (key) => {
      expect(() => readIdempotencyKey({ 'idempotency-key': key })).toThrow(
        'Idempotency-Key must be 8 to 255 visible ASCII characters.',
      );
    },
  );

  it('may be left out', () => {
    expect(readIdempotencyKey({})).toBeUndefined();
  });
});

describe('over HTTP', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  const save = async (headers: Record<string, string> | [string, string][], json: object, method = 'PUT') => {
    const path = method === 'PUT' ? '/api/expenses/EXP-1' : '/api/expenses';
    const response = await gateway.call(path, { method, as: 'member', headers, json: { status: 'draft', ...json } });
    const body = (await response.json()) as { code?: string; expense?: { revision: number; unique_id: string } };
    return { status: response.status, etag: response.headers.get('etag'), ...body };
  };

  it('a malformed If-Match is rejected by versioned routes and ignored elsewhere', async () => {
    expect(await save({ 'if-match': 'three' }, {})).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    expect(await save({ 'if-match': 'three' }, {}, 'POST')).toMatchObject({ status: 201 });
  });

  it('Idempotency-Key is sent to the service for idempotent routes only', async () => {
    expect(await save({ 'idempotency-key': 'key-of-this-claim' }, {}, 'POST')).toMatchObject({
      expense: { unique_id: 'key-of-this-claim' },
    });
    expect(await save({}, {}, 'POST')).toMatchObject({ expense: { unique_id: 'no key' } });
    expect(await save({ 'idempotency-key': 'short' }, {}, 'POST')).toMatchObject({ status: 400 });
    expect(await save({ 'idempotency-key': 'short' }, {})).toMatchObject({ status: 200 });
  });

  it('replies without a single expense have no revision as their ETag', async () => {
    for (const path of ['/api/auth/me', '/api/admin/users', '/api/admin/expenses/EXP-1/duplicates']) {
      expect((await gateway.call(path, { as: 'admin' })).headers.get('etag')).toBeNull();
    }
  });
});
