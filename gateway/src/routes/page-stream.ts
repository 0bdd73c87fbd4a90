import { StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}
type ReadPage<Item> = (cursor: string | null) => Promise<Page<Item>>;

/**
 * A whole list as one JSON array. The first page is read before anything is sent, so that its error sets the status.
 * Further pages are streamed, one in memory at a time; a failure there breaks the connection.
 */
export async function streamPages<Item, Json>(
  readPage: ReadPage<Item>,
  toJson: (item: Item) => Json,
): Promise<Json[] | StreamableFile> {
  const first = await readPage(null);
  if (first.nextCursor === null) return first.items.map(toJson);
  return new StreamableFile(Readable.from(jsonArray(first, readPage, toJson), { objectMode: false }), {
    type: 'application/json; charset=utf-8',
  });
}

async function* jsonArray<Item, Json>(first: Page<Item>, readPage: ReadPage<Item>, toJson: (item: Item) => Json) {
  let separator = '[';
  for (let page: Page<Item> | null = first; page; page = page.nextCursor ? await readPage(page.nextCursor) : null) {
    if (page.items.length === 0) continue;
    yield separator + JSON.stringify(page.items.map(toJson)).slice(1, -1);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
