import { apiSchemas, ERROR_STATUS, type ApiSchema } from '@outlay/contracts';
import * as z from 'zod/mini';

const error: ApiSchema = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'For people.' },
    code: { enum: Object.keys(ERROR_STATUS), description: 'For programs.' },
    details: { description: 'For invalid fields, a list of { field, message }.' },
  },
  required: ['message', 'code'],
  additionalProperties: false,
};

export class Schemas {
  readonly components: Record<string, ApiSchema> = { Error: error };

  /** `input` describes what a caller may send, before defaults and coercions; `output` describes the reply. */
  describe(schema: z.ZodMiniType, io: 'input' | 'output'): ApiSchema {
    const described = z.toJSONSchema(schema, { metadata: apiSchemas, io, unrepresentable: 'throw' });
    const { $schema: _version, $defs = {}, ...rest } = described;
    Object.assign(this.components, $defs);
    return rest;
  }
}
