import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createSchemaCheck } from '@outlay/testing/json-schema-check';
import { currentVersion, upcast, type EventVersions } from '../event-versions.js';
import type { StreamFold } from '../stream-type.js';

interface Golden {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
}

/** Events as they were stored by every release: all of them can be read, and the guide names them. */
export function goldenEvents(
  kinds: readonly Pick<StreamFold<unknown>, 'schemas' | 'versions'>[],
  folder: string,
): void {
  const schemas: StreamFold<unknown>['schemas'] = Object.assign({}, ...kinds.map((kind) => kind.schemas));
  const versions: EventVersions = Object.assign({}, ...kinds.map((kind) => kind.versions));
  const docs = join(import.meta.dirname, '..', '..', '..', '..', 'docs');
  const guide = readFileSync(join(docs, 'events.md'), 'utf8');
  const files = readdirSync(folder);
  const golden = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Golden);

  describe('stored events', () => {
    it.each(golden)(
      '$type of version $schemaVersion is upcast to the current version',
      ({ type, schemaVersion, data }) => {
        const current = upcast(versions, type, schemaVersion, data);
        // Parsing drops unknown fields, so equality shows that the schema covers the whole event.
        expect(schemas[type]?.safeParse(current)).toEqual({ success: true, data: current });
      },
    );

    it.each(golden)('$type of version $schemaVersion fits its JSON Schema', ({ type, schemaVersion, data }) => {
      const schema = JSON.parse(readFileSync(join(docs, 'events', `${type}.v${schemaVersion}.json`), 'utf8')) as object;
      expect(createSchemaCheck(schema)(data)).toEqual([]);
    });

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
}
