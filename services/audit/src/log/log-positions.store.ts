import { Inject, Injectable } from '@nestjs/common';
import type { Position } from '@outlay/event-store';
import { TILE_WIDTH } from '@outlay/transparency-log';
import { Schema, type Connection, type Model } from 'mongoose';
import { DOCUMENTS } from '../ports.js';

/** The progress of the log in the order of the event store. */
export interface LogHead {
  /** Leaves. */
  readonly size: number;
  /** The position of the last leaf's event. */
  readonly position: Position | null;
  /** The reason why the log has stopped. */
  readonly broken: string | null;
}

/** The position of every 256th leaf in the event store. Like a read model, it can be rebuilt from the events. */
export interface BundleStart {
  readonly bundle: number;
  /** The position of the event before the bundle's first one. */
  readonly after: Position | null;
}

interface PositionDocument {
  readonly _id: string;
  readonly size: number;
  readonly position: Position | null;
  readonly broken?: string | null;
}

const HEAD = 'head';
const schema = new Schema<PositionDocument>(
  { _id: { type: String, required: true }, size: { type: Number, required: true }, position: String, broken: String },
  { versionKey: false },
);

@Injectable()
export class LogPositionsStore {
  private readonly model: Model<PositionDocument>;

  constructor(@Inject(DOCUMENTS) documents: Connection) {
    this.model =
      documents.models.LogPosition ?? documents.model<PositionDocument>('LogPosition', schema, 'log-positions');
  }

  async head(): Promise<LogHead> {
    const row = await this.model.findById(HEAD).lean();
    return { size: row?.size ?? 0, position: row?.position ?? null, broken: row?.broken ?? null };
  }

  /** The head comes last, because the log continues from there after a crash. */
  async advance(head: Omit<LogHead, 'broken'>, starts: readonly BundleStart[]): Promise<void> {
    for (const { bundle, after } of starts) await this.save(String(bundle), bundle * TILE_WIDTH, after);
    await this.save(HEAD, head.size, head.position);
  }

  async setBroken(broken: string | null): Promise<void> {
    await this.model.updateOne({ _id: HEAD }, { $set: { broken } }, { upsert: true });
  }

  async startOf(bundle: number): Promise<Position | null> {
    return (await this.model.findById(String(bundle)).lean())?.position ?? null;
  }

  private async save(_id: string, size: number, position: Position | null): Promise<void> {
    await this.model.updateOne({ _id }, { $set: { size, position } }, { upsert: true });
  }
}

/** The collections that a migration skips: they are rebuilt from the events, or only coordinate who builds the log. */
export function isDerived(collection: string): boolean {
  return ['leases', 'log-positions'].includes(collection);
}
