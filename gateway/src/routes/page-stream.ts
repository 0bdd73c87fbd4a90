import { StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}
type ReadPage<Item> = (cursor: string | null) => Promise<Page<Item>>;

/** Reads the first page before sending anything, so that its error sets the status; streams later pages. */
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
