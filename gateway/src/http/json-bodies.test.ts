import { BODY_LIMIT, PAYMENT_MAX, routePath, type ApiSchema, type Route } from '@outlay/contracts';
import { apiRoutes } from '../openapi/api-routes.js';
import { Schemas } from '../openapi/schemas.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { checkJsonShape } from './json-shape.js';

/** Every call whose body is read, also if its contract has none. */
const routes = apiRoutes().flatMap(({ name, route }) => (route.method === 'GET' ? [] : [[name, route] as const]));
const withContract = routes.flatMap(([name, { body, bodyLimit }]) => (body ? [[name, body, bodyLimit] as const] : []));
const schemaOf = (body: NonNullable<Route['body']>) => new Schemas().describe(body, 'input');
const PARAMS = { id: 'member', filename: 'file', revision: '1' };

describe('a JSON body', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const many = { points: 100_000, seconds: 60 };
    const rateLimits = { accountFromAddress: many, address: many, account: many, lookups: many };
    gateway = await startTestGateway({ rateLimits });
  });
  afterAll(() => gateway.close());

  const send = async (route: Route, body: string) => {
    const options = { method: route.method, as: 'admin', body, headers: { 'content-type': 'application/json' } };
    const response = await gateway.call(routePath(route, PARAMS), options);
    return { status: response.status, ...((await response.json()) as object) };
  };

  it.each(routes)('of %s is read up to its limit, and refused a byte above it', async (_, route) => {
    const limit = route.bodyLimit ?? BODY_LIMIT;
    const ofLength = (bytes: number) => `{${' '.repeat(bytes - 2)}}`;
    expect((await send(route, ofLength(limit))).status).not.toBe(413);
    const tooLong = await send(route, ofLength(limit + 1));
    expect(tooLong).toEqual({ status: 413, code: 'FILE_TOO_LARGE', message: 'The request is too large.' });
  });

  it.each(routes)('of %s is refused if it is nested deeply, whether or not it is JSON', async (_, route) => {
    const message = 'The request body is nested too deeply.';
    for (const body of ['['.repeat(5000), `{"a":${'[{"b":'.repeat(40)}0${'}]'.repeat(40)}}`]) {
      expect(await send(route, body)).toEqual({ status: 400, code: 'INVALID_INPUT', message });
    }
  });

  it.each(routes)('of %s is refused if a field is repeated, however it is written', async (_, route) => {
    const message = 'The field a was sent twice.';
    for (const body of [
      '{"a":1,"a":1}',
      String.raw`{"a":1,"b":[],"\u0061":2}`,
      '{"b":{"a":{"a":[]},"c":":","a":0}}',
      '{"b":[{"a":"{"},{"a":1, "a" : 2}]}',
    ]) {
      const details = [{ field: 'a', message }];
      expect(await send(route, body)).toEqual({ status: 400, code: 'INVALID_INPUT', message, details });
    }
  });

  it.each(withContract)('of %s fits into its limit with the longest texts, and into the depth', (_, body, limit) => {
    const { bytes, depth } = largest(schemaOf(body));
    expect(bytes).toBeLessThan(limit ?? BODY_LIMIT);
    // A route whose body fits the default must not widen it.
    expect(limit === undefined || bytes > BODY_LIMIT).toBe(true);
    expect(() => checkJsonShape('['.repeat(depth))).not.toThrow();
  });
});

describe('the shape of a JSON text', () => {
  it.each([
    '{"a":{"a":{"a":1}},"b":{"a":2}}',
    '[{"a":1},{"a":1}]',
    String.raw`{"a":"\"a\":1,\"a\":2","b":"\\","c":"}{]["}`,
    String.raw`{"\\u0061":1,"a":2,"\"a\"":3}`,
    '{"":1,"__proto__":2,"constructor":3,"a b":4}',
    '[[],[[],{}],""]',
    '0',
    '":"',
  ])('of %s is accepted', (text) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(() => checkJsonShape(text)).not.toThrow();
  });

  it.each(['"', '{"a', '{"a\\', ':', '{"a":1', '}}}]', '{]:', '{"\\x":1}', ' '])(
    'of %s, which is no JSON, is left to the parser or is no JSON either',
    (text) => {
      let problem: unknown = null;
      try {
        checkJsonShape(text);
      } catch (error) {
        problem = error;
      }
      expect(problem === null || problem instanceof SyntaxError).toBe(true);
      expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    },
  );
});

interface Size {
  readonly bytes: number;
  readonly depth: number;
}

/** The size of the longest value that the schema allows, with a person's texts written in escapes of six bytes. */
function largest(schema: ApiSchema): Size {
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as ApiSchema[];
  const types = [schema.type ?? []].flat() as string[];
  return widest([...choices.map(largest), ...types.map((type) => ofType(type, schema)), ofValues(schema)]);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const widest = (sizes: readonly Size[]): Size => ({
  bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
  depth: Math.max(...sizes.map(({ depth }) => depth)),
});

function ofValues({ enum: values = [], const: value }: ApiSchema): Size {
  return { bytes: Math.max(0, ...[...values, value ?? ''].map((each) => JSON.stringify(each).length)), depth: 0 };
}

/** Longer texts than an id are a person's. */
const LONGEST_ID = 80;

function ofType(type: string, schema: ApiSchema): Size {
  switch (type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, each]) => ({
        name,
        ...largest(each as ApiSchema),
      }));
      const values = schema.additionalProperties;
      if (typeof values === 'object') {
        const { bytes, depth } = largest(values as ApiSchema);
        return { bytes: PAYMENT_MAX * (LONGEST_ID + 4 + bytes), depth: depth + 1 };
      }
      const depth = 1 + Math.max(0, ...fields.map((each) => each.depth));
      return { bytes: 2 + sum(fields.map(({ name, bytes }) => name.length + 4 + bytes)), depth };
    }
    case 'array': {
      const { bytes, depth } = largest(schema.items as ApiSchema);
      return { bytes: 2 + Number(schema.maxItems) * (bytes + 1), depth: depth + 1 };
    }
    case 'string': {
      const length = schema.maxLength ?? LONGEST_ID;
      return { bytes: 2 + length * (length > LONGEST_ID ? 6 : 1), depth: 0 };
    }
    default:
      return { bytes: 25, depth: 0 };
  }
}
