import { Readable } from 'node:stream';
import { zipContent, type ZipEntry } from './zip-content.js';

async function* entriesOf(...contents: Readable[]): AsyncGenerator<ZipEntry> {
  for (const [index, content] of contents.entries()) yield { name: `${index}.pdf`, content };
}

test('a zip whose reader stops closes the entry that it was reading', async () => {
  function* endless() {
    for (;;) yield Buffer.alloc(65_536);
  }
  const content = Readable.from(endless());
  for await (const _ of zipContent(entriesOf(content), new Date('2026-01-01T00:00:00Z'))) break;
  expect(content.destroyed).toBe(true);
});
