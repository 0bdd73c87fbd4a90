import { Logger } from '@nestjs/common';
import { isDuplicateKey } from '@outlay/documents';
import type { IdSource } from '@outlay/ids';
import { Schema, type Connection } from 'mongoose';
import type { Leadership } from './leadership.js';

export interface LeaseTiming {
  /** How often the holder says that it lives, and the others look. Milliseconds. */
  readonly beatMs: number;
  /** Silence after which another takes over: within `leaseMs` and two beats. Milliseconds. */
  readonly leaseMs: number;
}

/** Another projects after 9 s at the most. */
const TIMING: LeaseTiming = { beatMs: 1_500, leaseMs: 6_000 };

interface LeaseRow {
  readonly _id: string;
  /** The instance that projects; null once it has left. */
  readonly holder: string | null;
  /** Grows with each sign of life. */
  readonly beat: number;
  /** Whether the holder has handled everything that was there when it began. */
  readonly caughtUp: boolean;
}

const schema = new Schema<LeaseRow>(
  {
    _id: { type: String, required: true },
    holder: { type: String, default: null },
    beat: { type: Number, required: true },
    caughtUp: { type: Boolean, required: true },
  },
  { versionKey: false },
);

/**
 * A lease in the documents. No clock is compared with another machine's: an instance takes over when the row has not
 * changed for a lease's time on its own clock. Two that project at once for a moment do no harm, since rows only move forward.
 */
export class ProjectorLease implements Leadership {
  private readonly logger = new Logger('ProjectorLease');
  private readonly model;
  private readonly me: string;
  private seen: { row: LeaseRow | null; at: number } = { row: null, at: performance.now() };
  private isHolder = false;
  private caughtUp = false;
  private left = false;
  private turn: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private begin: () => Promise<void> = async () => undefined;
  private end: () => Promise<void> = async () => undefined;

  constructor(
    documents: Connection,
    private readonly name: string,
    ids: IdSource,
    private readonly timing = TIMING,
  ) {
    this.model = documents.model<LeaseRow>('Lease', schema, 'leases');
    this.me = ids.uuid();
  }

  async compete(begin: () => Promise<void>, end: () => Promise<void>): Promise<void> {
    this.begin = begin;
    this.end = end;
    this.next(0);
  }

  async announceCaughtUp(): Promise<void> {
    this.caughtUp = true;
    await this.model.updateOne({ _id: this.name, holder: this.me }, { $set: { caughtUp: true } });
    if (this.seen.row) this.seen.row = { ...this.seen.row, caughtUp: true };
  }

  isCaughtUp(): boolean {
    const { row, at } = this.seen;
    return row !== null && row.holder !== null && row.caughtUp && performance.now() - at < this.timing.leaseMs;
  }

  async leave(): Promise<void> {
    this.left = true;
    clearTimeout(this.timer);
    await this.turn;
    if (!this.isHolder) return;
    await this.lose();
    await this.model.updateOne({ _id: this.name, holder: this.me }, { $set: { holder: null, caughtUp: false } });
  }

  private next(inMs: number): void {
    if (this.left) return;
    this.timer = setTimeout(() => {
      this.turn = this.take()
        .catch((error: unknown) => this.logger.warn(`The lease could not be looked at: ${String(error)}`))
        .then(() => this.next(this.timing.beatMs));
    }, inMs);
  }

  private async take(): Promise<void> {
    // Who cannot say that it lives must not go on for longer than the others wait.
    if (this.isHolder && performance.now() - this.seen.at > this.timing.leaseMs - this.timing.beatMs) await this.lose();
    const row = await this.model.findById(this.name).lean();
    if (row?.holder === this.me) return this.beat(row);
    if (this.isHolder) await this.lose();
    if (row === null) return this.claim(null);
    const { row: before, at } = this.seen;
    const moved = before?.holder !== row.holder || before.beat !== row.beat;
    this.seen = { row, at: moved ? performance.now() : at };
    if (row.holder === null || (!moved && performance.now() - at >= this.timing.leaseMs)) await this.claim(row);
  }

  private async beat(row: LeaseRow): Promise<void> {
    // Said again with each beat, lest an announcement that was lost leave everybody waiting for it.
    const said = { beat: row.beat + 1, caughtUp: this.caughtUp };
    const { matchedCount } = await this.model.updateOne({ _id: this.name, holder: this.me }, { $set: said });
    if (matchedCount === 0) return;
    this.seen = { row: { ...row, ...said }, at: performance.now() };
    // Lost for a moment of silence, with nobody there to take over.
    if (!this.isHolder) await this.hold();
  }

  private async claim(row: LeaseRow | null): Promise<void> {
    const mine: LeaseRow = { _id: this.name, holder: this.me, beat: (row?.beat ?? 0) + 1, caughtUp: false };
    if (row === null) {
      try {
        await this.model.create(mine);
      } catch (error) {
        if (isDuplicateKey(error)) return;
        throw error;
      }
    } else {
      const { holder, beat } = row;
      const { modifiedCount } = await this.model.updateOne({ _id: this.name, holder, beat }, { $set: mine });
      if (modifiedCount === 0) return;
    }
    this.seen = { row: mine, at: performance.now() };
    await this.hold();
  }

  private async hold(): Promise<void> {
    await this.begin();
    this.isHolder = true;
    this.logger.log(`${this.me} projects`);
  }

  private async lose(): Promise<void> {
    this.isHolder = false;
    this.caughtUp = false;
    this.logger.log(`${this.me} no longer projects`);
    await this.end();
  }
}
