import { isMissingTable } from '@outlay/sqlite';
import type { Doc } from './document.js';
import { project } from './matching.js';
import type { Readers, Selection } from './selection.js';

const BATCH = 100;

/** The first `next` fixes the documents and their order; later calls read their current content in batches. */
export class EmbeddedCursor {
  #rowids: number[] | undefined;
  #batch: Doc[] = [];
  #position = 0;
  #closed = false;

  constructor(
    private readonly select: () => Selection | undefined,
    private readonly readers: Readers,
    private readonly projection?: Doc,
    /** The paths that a projection lists, which is all that a selection reads. */
    private readonly paths?: ReadonlySet<string>,
  ) {}

  async toArray(): Promise<Doc[]> {
    const started = this.#rowids !== undefined;
    if (started) return this.#remaining();
    const read = async () => (await this.select()?.read(this.readers)) ?? [];
    const documents = await read().catch((error: unknown) => {
      // A rename has replaced the collection while a thread read it.
      if (isMissingTable(error)) return read();
      throw error;
    });
    return this.paths ? documents : project(documents, this.projection);
  }

  async next(): Promise<Doc | null> {
    while (!this.#closed) {
      const document = this.#batch.shift();
      if (document) return document;
      if (!this.#loadBatch()) break;
    }
    return null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#batch = [];
  }

  async explain(): Promise<{ plan: string[] }> {
    return { plan: this.select()?.plan() ?? [] };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Doc> {
    for (let document = await this.next(); document; document = await this.next()) yield document;
  }

  async #remaining(): Promise<Doc[]> {
    const documents: Doc[] = [];
    for await (const document of this) documents.push(document);
    return documents;
  }

  #loadBatch(): boolean {
    const selection = this.select();
    this.#rowids ??= selection?.rowids() ?? [];
    const rowids = this.#rowids.slice(this.#position, this.#position + BATCH);
    if (!selection || rowids.length === 0) return false;
    this.#position += rowids.length;
    this.#batch = project(selection.load(rowids), this.projection);
    return true;
  }
}

export class ComputedCursor {
  #documents: Doc[] | undefined;

  constructor(private readonly compute: () => Doc[]) {}

  async toArray(): Promise<Doc[]> {
    return this.#remaining().splice(0);
  }

  async next(): Promise<Doc | null> {
    return this.#remaining().shift() ?? null;
  }

  async close(): Promise<void> {
    this.#documents = [];
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Doc> {
    for (let document = await this.next(); document; document = await this.next()) yield document;
  }

  #remaining(): Doc[] {
    return (this.#documents ??= this.compute());
  }
}
