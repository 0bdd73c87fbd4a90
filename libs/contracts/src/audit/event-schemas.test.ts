import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_KINDS, eventName, eventSchemas, feedLineSchema, feedSchema } from './event-schemas.js';
import { TRAIL_PREFIXES } from '../events/trail.js';

describe('the schemas of events', () => {
  it('are those of all streams of the trail', () => {
    expect(EVENT_KINDS.map(({ prefix }) => prefix)).toEqual(TRAIL_PREFIXES);
  });

  it('refer to nothing outside of themselves, in one document as well', () => {
    for (const { schema } of eventSchemas()) expect(JSON.stringify(schema)).not.toContain('$ref');
    const { $defs = {} } = feedSchema();
    const references = [...JSON.stringify(feedSchema()).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(references).toEqual(Object.keys($defs));
  });

  it('are the files of docs/events; UPDATE_SCHEMAS=1 writes them', () => {
    const folder = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'events');
    const schemas = [
      ...eventSchemas().map((event) => [eventName(event), event.schema] as const),
      ['feed', feedLineSchema()] as const,
    ];
    const current = Object.fromEntries(
      schemas.map(([name, schema]) => [`${name}.json`, `${JSON.stringify(schema, null, 2)}\n`]),
    );
    if (process.env.UPDATE_SCHEMAS === '1') {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      for (const [name, content] of Object.entries(current)) writeFileSync(join(folder, name), content);
    }
    const stored = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
    expect(Object.fromEntries(stored)).toEqual(current);
  });

  it('give each type one name and one place', () => {
    const types = EVENT_KINDS.flatMap(({ schemas }) => Object.keys(schemas));
    expect(new Set(types).size).toBe(types.length);
  });
});
