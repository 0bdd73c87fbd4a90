import type { KnownHead } from '@outlay/event-sourcing';
import type { Model } from 'mongoose';

/** A row that follows from a stream. */
export interface StreamRow {
  readonly _id: string;
  readonly revision: number;
  /** The hash of the stream's event at this revision. */
  readonly head: string | null;
}

export async function rowHead<Row extends StreamRow>(rows: Model<Row>, id: string): Promise<KnownHead | null> {
  const row = await rows.findById(id, ['revision', 'head']).lean<Pick<StreamRow, 'revision' | 'head'>>();
  return row && { revision: row.revision, headHash: row.head };
}
