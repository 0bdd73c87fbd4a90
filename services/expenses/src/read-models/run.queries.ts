import { Inject, Injectable } from '@nestjs/common';
import { decodeCursor, encodeCursor } from '@outlay/contracts';
import { RUN_MODEL, type RunModel } from './run.model.js';

@Injectable()
export class RunQueries {
  constructor(@Inject(RUN_MODEL) private readonly rows: RunModel) {}

  /** The ids of the runs until then, newest first. */
  async page(
    limit: number,
    cursor: string | null,
    asOf?: string,
  ): Promise<{ ids: string[]; nextCursor: string | null }> {
    const found = await this.rows
      .find({ ...(asOf !== undefined && { startedAt: { $lte: asOf } }), ...(cursor !== null && olderThan(cursor)) })
      .sort({ startedAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean();
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const nextCursor = last && found.length > limit ? encodeCursor([last.startedAt, last._id]) : null;
    return { ids: page.map(({ _id }) => _id), nextCursor };
  }
}

function olderThan(cursor: string) {
  const [startedAt, id] = decodeCursor(cursor);
  return { $or: [{ startedAt: { $lt: startedAt } }, { startedAt, _id: { $lt: id } }] };
}
