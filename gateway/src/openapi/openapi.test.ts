import { openBlobs } from '@outlay/blobs';
import { InProcessClient, MessageClient, MessageHub } from '@outlay/messaging';
import { systemClock, systemIds } from '@outlay/time';
import { tempFolder } from '@outlay/testing';
import { createReplyCheck } from '@outlay/testing/openapi-check';
import { Validator } from '@seriousme/openapi-schema-validator';
import { createGateway } from '../index.js';
import { png } from '../testing/sample-files.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

interface Document {
  readonly paths: Record<string, Record<string, { readonly operationId: string }>>;
  readonly components: { readonly schemas: Record<string, unknown> };
}

async function servedCalls(): Promise<string[]> {
  const folder = await tempFolder('openapi');
  const blobs = await openBlobs({ folder: folder.path });
  const app = await createGateway({
    messages: new MessageClient(new InProcessClient(new MessageHub())),
    blobs,
    jwtSecret: 'a secret of the tests, long enough to be one',
    clock: systemClock,
    ids: systemIds,
    webRoot: null,
    isReady: () => ({}),
  });
  const calls: string[] = [];
  // `init` registers the controllers' routes; plugins register theirs earlier.
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', ({ method, url }: { method: string | string[]; url: string }) => {
      for (const each of [method].flat())
        calls.push(`${each} ${url.replace(/:(\w+)/g, '{$1}').replace('/*', '/{path}')}`);
    });
  await app.init();
  await app.close();
  await blobs.close();
  await folder.remove();
  return calls;
}

describe('the API description', () => {
  let gateway: TestGateway;
  let document: Document;
  beforeAll(async () => {
    gateway = await startTestGateway();
    const response = await gateway.call('/api/openapi.json');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    document = (await response.json()) as Document;
  });
  afterAll(() => gateway.close());

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...document })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('lists exactly the calls that are served', async () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    // The router adds HEAD and OPTIONS to every route.
    const served = (await servedCalls()).filter((call) => !/^(HEAD|OPTIONS) /.test(call));
    expect(described.sort()).toEqual([...new Set(served)].sort());
  });

  it('has unique operation ids', () => {
    const names = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['login', 'createExpense', 'approveExpense', 'live']));
  });

  it('has no dangling references and no generator artefacts', () => {
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(references.length).toBeGreaterThan(40);
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining([...new Set(references)]));
    expect(text).not.toMatch(/\$defs|~standard|"\$schema"/);
  });

  it('is generated once', async () => {
    const again = await (await gateway.call('/api/openapi.json')).json();
    expect(again).toEqual(document);
  });

  describe('of files and errors', () => {
    let url: string;
    beforeAll(async () => {
      const form = new FormData();
      form.append('file', new File([new Uint8Array(png())], 'r.png', { type: 'image/png' }));
      const upload = await gateway.call('/api/uploads', { method: 'POST', as: 'member', body: form });
      const { filename } = (await upload.json()) as { filename: string };
      url = `/uploads/${filename}`;
    });

    it.each<[string, number, () => Promise<Response>]>([
      ['a receipt', 200, () => gateway.call(url, { as: 'member' })],
      ['a part of it', 206, () => gateway.call(url, { as: 'member', headers: { range: 'bytes=0-3' } })],
      ['no such part', 416, () => gateway.call(url, { as: 'member', headers: { range: 'bytes=9999-' } })],
      ['nobody', 401, () => gateway.call(url)],
      ['no such file', 404, () => gateway.call('/uploads/none.png', { as: 'member' })],
      ['somebody without the right', 403, () => gateway.call('/api/admin/users', { as: 'member' })],
      ['a bad body', 400, () => gateway.call('/api/auth/login', { method: 'POST', json: {} })],
    ])('matches the reply to %s', async (_, status, call) => {
      const response = await call();
      expect(response.status).toBe(status);
      const contentType = response.headers.get('content-type');
      const text = await response.text();
      const body: unknown = contentType?.startsWith('application/json') ? JSON.parse(text) : text;
      const { pathname } = new URL(response.url);
      const method = pathname === '/api/auth/login' ? 'POST' : 'GET';
      expect(() => createReplyCheck(document)({ method, path: pathname, status, contentType, body })).not.toThrow();
    });
  });
});
