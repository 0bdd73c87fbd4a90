import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventMetadata, expenseEventSchemas, paymentEventSchemas } from '@outlay/contracts';
import { currentVersion, upcast } from '@outlay/event-sourcing';
import { EXPENSE, PAYMENT } from './stream-types.js';

const schemas: Readonly<Record<string, { parse: (data: unknown) => unknown }>> = {
  ...expenseEventSchemas,
  ...paymentEventSchemas,
};
const versions = { ...EXPENSE.versions, ...PAYMENT.versions };
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

describe('stored events', () => {
  it.each(golden)(
    '$type of version $schemaVersion is upcast to the current version',
    ({ type, schemaVersion, data }) => {
      const current = upcast(versions, type, schemaVersion, data);
      // Parsing drops unknown fields, so equality shows that the schema covers the whole event.
      expect(schemas[type]?.parse(current)).toEqual(current);
    },
  );

  it('have a golden file for each version', () => {
    const wanted = Object.keys(schemas).flatMap((type) =>
      Array.from({ length: currentVersion(versions, type) }, (_, i) => `${type}.v${i + 1}.json`),
    );
    // Optional fields have a file of their own: <Type>.v<version>.<what>.json
    expect([...new Set(files.map((file) => file.replace(/(\.v\d+)\..+\.json$/, '$1.json')))].sort()).toEqual(
      wanted.sort(),
    );
  });

  it('are documented in docs/events.md', () => {
    expect(Object.keys(schemas).filter((type) => !guide.includes(`\`${type}\``))).toEqual([]);
  });
});

describe('stored metadata', () => {
  it.each(readdirSync(metadataFolder))('%s is covered by the schema', (file) => {
    const stored: unknown = JSON.parse(readFileSync(join(metadataFolder, file), 'utf8'));
    expect(eventMetadata.parse(stored)).toEqual(stored);
  });

  it('is documented in docs/events.md field by field', () => {
    expect(Object.keys(eventMetadata.shape).filter((field) => !guide.includes(`| \`${field}\``))).toEqual([]);
  });
});
