import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** Returns what is wrong with a value; empty if it fits the schema. */
export function createSchemaCheck(schema: object): (value: unknown) => string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  return (value) => {
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  };
}
