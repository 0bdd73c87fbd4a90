import type { ApiSchema, Route } from '@outlay/contracts';
import { RECEIPT_TYPES } from '@outlay/rules';
import type { Schemas } from './schemas.js';

export interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, { readonly schema: ApiSchema; readonly encoding?: object }>>;
}

export function requestBodyOf(route: Route, schemas: Schemas): RequestBody | undefined {
  if (!route.body) return undefined;
  const fields = schemas.describe(route.body, 'input');
  const json = { 'application/json': { schema: fields } };
  if (!route.file) return { required: !route.body.safeParse({}).success, content: json };

  const { name, required } = route.file;
  const form = {
    schema: {
      ...fields,
      properties: {
        ...fields.properties,
        [name]: { type: 'string', format: 'binary', description: 'A PDF or an image of at most 10,485,760 bytes.' },
      },
      required: [...(fields.required ?? []), ...(required ? [name] : [])],
    } satisfies ApiSchema,
    encoding: { [name]: { contentType: RECEIPT_TYPES.join(', ') } },
  };
  return { required: true, content: { 'multipart/form-data': form, ...(required ? {} : json) } };
}
