import type { DocumentsOwner } from '@outlay/composition';
import type { HashedEvent } from '@outlay/event-store';

export interface MovedFile {
  readonly key: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Of the content, in hex. */
  readonly sha256: string;
}

export type Row = { readonly _id: string } & Record<string, unknown>;

export interface Collection {
  readonly owner: DocumentsOwner;
  readonly name: string;
  /** Sorted by id. */
  pages(): AsyncIterable<Row[]>;
}

/** What can be had again from the events is not part of it. Everything can be read several times. */
export interface Source {
  /** In global order. */
  events(): AsyncIterable<HashedEvent>;
  /** Sorted. */
  fileKeys(): Promise<string[]>;
  /** Null if there is none. */
  file(key: string): Promise<MovedFile | null>;
  content(key: string): AsyncIterable<Buffer>;
  /** In the order in which they are to be written. */
  collections(): AsyncIterable<Collection>;
}
