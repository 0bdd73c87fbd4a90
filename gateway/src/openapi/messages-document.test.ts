import * as contracts from '@outlay/contracts';
import { eventName, eventSchemas, feedSchema } from '@outlay/contracts';
import { createSchemaCheck } from '@outlay/testing/json-schema-check';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

interface Document {
  readonly asyncapi: string;
  readonly channels: Record<string, { readonly address: string | null; readonly messages: Record<string, unknown> }>;
  readonly operations: Record<string, { readonly action: string }>;
}

/** The parts of AsyncAPI 3.0 that the document uses. Its own JSON Schema has 3 MB, more than it is worth here. */
const reference = {
  type: 'object',
  properties: { $ref: { type: 'string', pattern: '^#/' } },
  required: ['$ref'],
  additionalProperties: false,
};
const message = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    title: { type: 'string' },
    summary: { type: 'string' },
    contentType: { type: 'string' },
    headers: { type: 'object' },
    payload: { type: 'object' },
  },
  required: ['payload'],
  additionalProperties: false,
};
const named = (value: object) => ({
  type: 'object',
  propertyNames: { pattern: '^[\\w.-]+$' },
  additionalProperties: value,
});
const messages = named({ anyOf: [reference, message] });
const channel = {
  type: 'object',
  properties: {
    address: { type: ['string', 'null'] },
    title: { type: 'string' },
    summary: { type: 'string' },
    parameters: named({ type: 'object', properties: { description: { type: 'string' } }, additionalProperties: false }),
    messages,
  },
  required: ['address', 'messages'],
  additionalProperties: false,
};
const target = { channel: reference, messages: { type: 'array', items: reference } };
const operation = {
  type: 'object',
  properties: {
    action: { enum: ['send', 'receive'] },
    summary: { type: 'string' },
    ...target,
    reply: { type: 'object', properties: target, additionalProperties: false },
  },
  required: ['action', 'channel'],
  additionalProperties: false,
};
const asyncApi = {
  type: 'object',
  properties: {
    asyncapi: { const: '3.0.0' },
    info: { type: 'object', required: ['title', 'version'] },
    defaultContentType: { const: 'application/json' },
    channels: named(channel),
    operations: named(operation),
    components: {
      type: 'object',
      properties: { messages, schemas: named({ type: 'object' }) },
      additionalProperties: false,
    },
  },
  required: ['asyncapi', 'info', 'channels', 'operations'],
  additionalProperties: false,
};

const at = (document: object, pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);

describe('the description of messages', () => {
  let gateway: TestGateway;
  let document: Document;
  beforeAll(async () => {
    gateway = await startTestGateway();
    document = (await (await gateway.call('/api/asyncapi.json')).json()) as Document;
  });
  afterAll(() => gateway.close());

  it('is AsyncAPI 3', () => {
    expect(createSchemaCheck(asyncApi)(document)).toEqual([]);
  });

  it('refers only to what it has', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer = '']) => pointer);
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter((pointer) => at(document, pointer) === undefined)).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/\$defs|~standard|"\$schema"/);
  });

  it('has every event in the stream of its kind', () => {
    for (const event of eventSchemas()) {
      const { address, messages: of } = document.channels[event.prefix.slice(0, -1)]!;
      expect(address).toBe(`${event.prefix}{id}`);
      expect(of).toHaveProperty([eventName(event)]);
    }
  });

  it('has every message that a service answers, with the answer', () => {
    const subjects = Object.values<unknown>(contracts).flatMap((value) =>
      typeof value === 'object' && value !== null && 'subject' in value ? [String(value.subject)] : [],
    );
    expect(new Set(subjects).size).toBe(subjects.length);
    for (const subject of subjects) {
      expect(document.operations[subject]).toMatchObject({ action: 'receive', reply: { messages: [{}] } });
      expect(document.channels[subject]?.address).toBe(subject);
    }
  });

  it('has the schemas of the feed beside it, for those who may read it', async () => {
    const response = await gateway.call('/api/audit/schemas', { as: 'admin' });
    expect(await response.json()).toEqual(feedSchema());
    expect((await gateway.call('/api/audit/schemas', { as: 'member' })).status).toBe(403);
  });
});
