import { createBodyCheck, createReplyCheck, type ObservedReply } from './openapi-check.js';

const json = (schema: object) => ({ 'application/json': { schema } });
const document = {
  openapi: '3.1.0',
  paths: {
    '/api/things/{id}': {
      get: {
        responses: {
          200: { description: 'A thing', content: json({ $ref: '#/components/schemas/Thing' }) },
          304: { description: 'Unchanged' },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
      put: {
        requestBody: {
          content: json({ type: 'object', properties: { size: { type: 'number' } }, required: ['size'] }),
        },
        responses: { 200: { description: 'Done', content: json({}) } },
      },
    },
    '/api/things/all.zip': {
      get: { responses: { 200: { description: 'Bytes', content: { 'application/zip': {} } } } },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: { id: { type: 'string' }, made_at: { type: 'string', format: 'date-time' } },
        required: ['id'],
        additionalProperties: false,
      },
    },
    responses: {
      NotFound: {
        description: 'Not there',
        content: json({ type: 'object', properties: { code: { const: 'NOT_FOUND' } }, required: ['code'] }),
      },
    },
  },
};

describe('the check of a reply against the API description', () => {
  const check = createReplyCheck(document);
  const reply: ObservedReply = {
    method: 'get',
    path: '/api/things/a%20b?full=1',
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: { id: 'a b' },
  };

  it.each<[string, Partial<ObservedReply>]>([
    ['a valid reply', {}],
    ['a valid reply with an optional field', { body: { id: 'x', made_at: '2026-03-01T10:00:00.000Z' } }],
    ['a documented error', { status: 404, body: { code: 'NOT_FOUND' } }],
    ['an empty reply where none is documented', { status: 304, contentType: null, body: '' }],
    ['bytes', { path: '/api/things/all.zip', contentType: 'application/zip', body: Buffer.from('PK') }],
  ])('accepts %s', (_, change) => {
    expect(() => check({ ...reply, ...change })).not.toThrow();
  });

  it.each<[string, Partial<ObservedReply>, string]>([
    ['a missing field', { body: {} }, "must have required property 'id'"],
    ['a field of another type', { body: { id: 1 } }, '/id must be string'],
    ['a field in another format', { body: { id: 'x', made_at: 'today' } }, '/made_at must match format "date-time"'],
    ['an undocumented field', { body: { id: 'x', secret: 1 } }, 'must NOT have additional properties (secret)'],
    ['a bad error', { status: 404, body: { code: 'OTHER' } }, '/code must be equal to constant'],
    ['an undocumented status', { status: 201 }, 'the status is not documented'],
    ['an undocumented content type', { contentType: 'text/html' }, 'the content type text/html is not documented'],
    ['no content type', { contentType: null }, 'the content type null is not documented'],
    ['a body where none is documented', { status: 304 }, 'a body is not documented'],
    ['an undocumented method', { method: 'DELETE' }, 'the call is not documented'],
    ['an undocumented path', { path: '/api/things' }, 'the call is not documented'],
  ])('rejects %s, naming the call', (_, change, problem) => {
    const changed = { ...reply, ...change };
    const call = `${changed.method.toUpperCase()} ${changed.path} answered ${changed.status}`;
    expect(() => check(changed)).toThrow(`${call}: `);
    expect(() => check(changed)).toThrow(problem);
  });
});

describe('the check of a request body against the API description', () => {
  const check = createBodyCheck(document);
  const sent = { method: 'PUT', path: '/api/things/1', contentType: 'application/json' };

  it('reports violations of the schema', () => {
    expect(check({ ...sent, body: { size: 2 } })).toEqual([]);
    expect(check({ ...sent, body: { size: '2' } })).toEqual(['/size must be number']);
    expect(check({ ...sent, body: {} })).toEqual(["the body must have required property 'size'"]);
  });

  it('rejects a body that is not documented', () => {
    expect(() => check({ ...sent, contentType: 'text/plain', body: '' })).toThrow('text/plain is not documented');
    expect(() => check({ ...sent, method: 'GET', body: {} })).toThrow('GET /api/things/1');
  });
});
