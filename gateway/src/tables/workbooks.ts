import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Thread } from '@outlay/concurrency';
import { extname } from 'node:path';
import type { WorkbookHead, WorkbookRow, WorkbookStep } from './workbook-thread.js';

const ENTRY = new URL(`./workbook-thread${extname(import.meta.filename)}`, import.meta.url);

/** Writes xlsx files in a thread, each row as soon as it is there: 100,000 rows keep it busy for some seconds. */
@Injectable()
export class Workbooks implements OnApplicationShutdown {
  private readonly thread = new Thread<WorkbookStep, Uint8Array>(ENTRY);
  private lastId = 0;

  /** The bytes of a workbook, which is dropped if its reader stops early. */
  async *write(head: WorkbookHead, pages: AsyncIterable<readonly WorkbookRow[]>): AsyncGenerator<Uint8Array> {
    const id = (this.lastId += 1);
    const run = (step: WorkbookStep) => this.thread.runOrThrow(step);
    try {
      yield* some(await run({ id, step: 'open', head }));
      for await (const rows of pages) yield* some(await run({ id, step: 'rows', rows }));
      yield* some(await run({ id, step: 'end' }));
    } finally {
      await run({ id, step: 'drop' });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.end();
  }
}

function* some(bytes: Uint8Array) {
  if (bytes.length > 0) yield bytes;
}
