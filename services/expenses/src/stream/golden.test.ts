import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventMetadata, expenseEventSchemas, paymentEventSchemas } from '@outlay/contracts';
import { SCHEMA_VERSION, upcast } from './upcasters.js';

const schemas: Readonly<Record<string, { parse: (data: unknown) => unknown }>> = {
  ...expenseEventSchemas,
  ...paymentEventSchemas,
};
const folder = join(import.meta.dirname, 'golden');
const metadataFolder = join(import.meta.dirname, 'golden-metadata');
const guide = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'events.md'), 'utf8');

interface Golden {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
}

const files = readdirSync(folder);
const golden = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Golden);

describe('every event ever written', () => {
  it.each(golden)('$type of version $schemaVersion is read in today’s shape', ({ type, schemaVersion, data }) => {
    const current = upcast(type, schemaVersion, data);
    // A schema drops what it does not know: equality shows that nothing of the stored event is lost.
    expect(schemas[type]?.parse(current)).toEqual(current);
  });

  it('has a golden file in every version there has been', () => {
    const wanted = Object.keys(schemas).flatMap((type) =>
      Array.from({ length: SCHEMA_VERSION }, (_, i) => `${type}.v${i + 1}.json`),
    );
    expect(files.sort()).toEqual(wanted.sort());
  });

  it('is explained to those who read the trail', () => {
    expect(Object.keys(schemas).filter((type) => !guide.includes(`\`${type}\``))).toEqual([]);
  });

  it('and none from a later release is read by guess', () => {
    expect(() => upcast('ExpensePaid', SCHEMA_VERSION + 1, {})).toThrow(/written in version/);
  });
});

describe('the metadata beside an event', () => {
  it.each(readdirSync(metadataFolder))('%s is read whole', (file) => {
    const stored: unknown = JSON.parse(readFileSync(join(metadataFolder, file), 'utf8'));
    expect(eventMetadata.parse(stored)).toEqual(stored);
  });

  it('is explained to those who read the trail, field by field', () => {
    expect(Object.keys(eventMetadata.shape).filter((field) => !guide.includes(`| \`${field}\``))).toEqual([]);
  });
});
