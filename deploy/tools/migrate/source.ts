import type { DocumentsOwner } from '@outlay/composition';
import type { HashedEvent } from '@outlay/event-store';

export interface MovedFile {
  readonly key: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

export type Row = { readonly _id: string } & Record<string, unknown>;

export interface Collection {
  readonly owner: DocumentsOwner;
  readonly name: string;
  /** The pages, sorted by id. */
  pages(): AsyncIterable<Row[]>;
}

/** An installation without what can be rebuilt from the events. Everything can be read several times. */
export interface Source {
  /** The events in global order. */
  events(): AsyncIterable<HashedEvent>;
  /** The keys, sorted. */
  fileKeys(): Promise<string[]>;
  /** Null if there is none. */
  file(key: string): Promise<MovedFile | null>;
  content(key: string): AsyncIterable<Buffer>;
  /** The collections in the order in which they are to be written. */
  collections(): AsyncIterable<Collection>;
}
