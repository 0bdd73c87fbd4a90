import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as z from 'zod/mini';

export interface ObservedReply {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  /** The parsed value for JSON; other types are not checked. */
  readonly body: unknown;
}

export interface SentBody {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
  /** JSON, or a form as an object of its fields. */
  readonly body: unknown;
}

const content = z.optional(z.record(z.string(), z.object({ schema: z.optional(z.unknown()) })));
const response = z.object({ $ref: z.optional(z.string()), content });
const operation = z.object({
  requestBody: z.optional(z.object({ content })),
  responses: z.record(z.string(), response),
});
const api = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ responses: z.optional(z.record(z.string(), response)) }),
});

/** The check throws if the operation, status, content type or body of a reply is not as documented. */
export function createReplyCheck(document: object): (reply: ObservedReply) => void {
  const { paths, components } = api.parse(document);
  const schemas = schemasOf(document);
  const findPath = pathFinder(Object.keys(paths));

  return ({ method, path, status, contentType, body }) => {
    const name = `${method.toUpperCase()} ${path} answered ${status}`;
    const template = findPath(path);
    const verb = method.toLowerCase();
    const described = paths[template ?? '']?.[verb];
    if (!described) throw new Error(`${name}: the call is not documented`);
    const given = described.responses[String(status)];
    if (!given) throw new Error(`${name}: the status is not documented`);

    const shared = given.$ref?.split('/').at(-1);
    const place =
      shared === undefined ? ['paths', template ?? '', verb, 'responses', status] : ['components', 'responses', shared];
    const kinds = (shared === undefined ? given : components.responses?.[shared])?.content;
    const type = mediaType(contentType);
    if (!kinds) {
      const isEmpty = body === undefined || body === null || body === '';
      if (!isEmpty) throw new Error(`${name}: a body is not documented`);
      return;
    }
    if (!kinds[type]) throw new Error(`${name}: the content type ${contentType} is not documented`);
    if (kinds[type].schema === undefined) return;
    const problems = schemas([...place, 'content', type, 'schema'], body);
    if (problems.length > 0) throw new Error(`${name}: ${problems.join('; ')}`);
  };
}

/** The check returns violations as sentences, and throws if the document has no such body. */
export function createBodyCheck(document: object): (sent: SentBody) => string[] {
  const { paths } = api.parse(document);
  const schemas = schemasOf(document);
  const findPath = pathFinder(Object.keys(paths));

  return ({ method, path, contentType, body }) => {
    const template = findPath(path) ?? '';
    const type = mediaType(contentType);
    const verb = method.toLowerCase();
    if (!paths[template]?.[verb]?.requestBody?.content?.[type]) {
      throw new Error(`${method.toUpperCase()} ${path}: a body of type ${contentType} is not documented`);
    }
    return schemas(['paths', template, verb, 'requestBody', 'content', type, 'schema'], body);
  };
}

function mediaType(contentType: string | null): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Finds the template of a path; of several matches, the one with the fewest parameters. */
function pathFinder(templates: readonly string[]): (path: string) => string | undefined {
  const patterns = templates
    .map((template) => ({
      template,
      parameters: template.split('{').length,
      pattern: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    }))
    .sort((a, b) => a.parameters - b.parameters);
  return (path) => patterns.find(({ pattern }) => pattern.test(path.split('?')[0] ?? ''))?.template;
}

function schemasOf(document: object): (place: readonly (string | number)[], value: unknown) => string[] {
  // Strict mode would reject the document, which is not a schema itself.
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
  formats.default(ajv);
  ajv.addSchema(document, 'api');
  return (place, value) => {
    const pointer = place.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')));
    const validate = ajv.getSchema(`api#/${pointer.join('/')}`);
    if (!validate) throw new Error(`The document has no schema at ${place.join(' ')}`);
    return validate(value) ? [] : (validate.errors ?? []).map(sentence);
  };
}

function sentence({ instancePath, message, params }: ErrorObject): string {
  const extra = 'additionalProperty' in params ? ` (${String(params.additionalProperty)})` : '';
  return `${instancePath || 'the body'} ${message ?? 'is not valid'}${extra}`;
}
