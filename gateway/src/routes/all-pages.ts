import { StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}
type ReadPage<Item> = (cursor: string | null) => Promise<Page<Item>>;

/**
 * A whole list as one JSON array, asked for page by page. The first page is here before anything is answered, so that
 * its error keeps its status; the rest is streamed, one page in memory at a time. A failure on the way cuts the
 * connection, since the status has gone out.
 */
export async function allPages<Item, Json>(
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
