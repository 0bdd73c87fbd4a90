import { Logger } from '@nestjs/common';
import type { IdSource } from '@outlay/time';
import { Schema, type Connection } from 'mongoose';
import { isDuplicateKey } from './errors.js';
import type { Lease } from './lease.js';

interface LeaseTiming {
  /** Milliseconds between renewals by the holder and checks by the others. */
  readonly beatMs: number;
  /** Milliseconds without renewal until another instance takes over, at most two beats later. */
  readonly leaseMs: number;
}

/** Another instance takes over within 9 s. */
const TIMING: LeaseTiming = { beatMs: 1_500, leaseMs: 6_000 };

interface LeaseDocument {
  readonly _id: string;
  readonly holder: string | null;
  readonly beat: number;
  readonly caughtUp: boolean;
}

const schema = new Schema<LeaseDocument>(
  {
    _id: { type: String, required: true },
    holder: { type: String, default: null },
    beat: { type: Number, required: true },
    caughtUp: { type: Boolean, required: true },
  },
  { versionKey: false },
);

/** Each instance measures on its own clock. Two holders for a moment do no harm, because projecting is idempotent. */
export class DocumentLease implements Lease {
  private readonly logger = new Logger('ProjectorLease');
  private readonly model;
  private readonly me: string;
  private seen: { row: LeaseDocument | null; at: number } = { row: null, at: performance.now() };
  private isHolder = false;
  private caughtUp = false;
  private isReleased = false;
  private checking: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private start: () => Promise<void> = async () => undefined;
  private stop: () => Promise<void> = async () => undefined;

  constructor(
    documents: Connection,
    private readonly name: string,
    ids: IdSource,
    private readonly timing = TIMING,
  ) {
    this.model = documents.model<LeaseDocument>('Lease', schema, 'leases');
    this.me = ids.uuid();
  }

  async compete(start: () => Promise<void>, stop: () => Promise<void>): Promise<void> {
    this.start = start;
    this.stop = stop;
    this.schedule(0);
  }

  async announceCaughtUp(): Promise<void> {
    this.caughtUp = true;
    await this.model.updateOne({ _id: this.name, holder: this.me }, { $set: { caughtUp: true } });
    if (this.seen.row) this.seen.row = { ...this.seen.row, caughtUp: true };
  }

  isCaughtUp(): boolean {
    const { row, at } = this.seen;
    return row !== null && row.caughtUp && performance.now() - at < this.timing.leaseMs;
  }

  async release(): Promise<void> {
    this.isReleased = true;
    clearTimeout(this.timer);
    await this.checking;
    if (this.isHolder) await this.stopHolding();
    if (this.seen.row?.holder !== this.me) return;
    await this.model.updateOne({ _id: this.name, holder: this.me }, { $set: { holder: null, caughtUp: false } });
  }

  private schedule(inMs: number): void {
    if (this.isReleased) return;
    this.timer = setTimeout(() => {
      this.checking = this.check()
        .catch((error: unknown) => this.logger.warn(`The lease could not be checked: ${String(error)}`))
        .then(() => this.schedule(this.timing.beatMs));
    }, inMs);
  }

  private async check(): Promise<void> {
    // Stop before another instance may take over.
    if (this.isHolder && performance.now() - this.seen.at > this.timing.leaseMs - this.timing.beatMs)
      await this.stopHolding();
    const row = await this.model.findById(this.name).lean();
    if (row?.holder === this.me) return this.renew(row);
    if (this.isHolder) await this.stopHolding();
    if (row === null) return this.acquire(null);
    const { row: before, at } = this.seen;
    const isRenewed = before?.holder !== row.holder || before.beat !== row.beat;
    this.seen = { row, at: isRenewed ? performance.now() : at };
    if (row.holder === null || (!isRenewed && performance.now() - at >= this.timing.leaseMs)) await this.acquire(row);
  }

  private async renew(row: LeaseDocument): Promise<void> {
    // Repeats `caughtUp`, in case the announcement failed.
    const renewal = { beat: row.beat + 1, caughtUp: this.caughtUp };
    const { matchedCount } = await this.model.updateOne({ _id: this.name, holder: this.me }, { $set: renewal });
    if (matchedCount === 0) return;
    this.seen = { row: { ...row, ...renewal }, at: performance.now() };
    if (!this.isHolder) await this.startHolding();
  }

  private async acquire(row: LeaseDocument | null): Promise<void> {
    const acquired: LeaseDocument = { _id: this.name, holder: this.me, beat: (row?.beat ?? 0) + 1, caughtUp: false };
    if (row === null) {
      try {
        await this.model.create(acquired);
      } catch (error) {
        if (isDuplicateKey(error)) return;
        throw error;
      }
    } else {
      const { holder, beat } = row;
      const { modifiedCount } = await this.model.updateOne({ _id: this.name, holder, beat }, { $set: acquired });
      if (modifiedCount === 0) return;
    }
    this.seen = { row: acquired, at: performance.now() };
    await this.startHolding();
  }

  private async startHolding(): Promise<void> {
    try {
      await this.start();
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.isHolder = true;
    this.logger.log(`${this.me} projects`);
  }

  private async stopHolding(): Promise<void> {
    this.isHolder = false;
    this.caughtUp = false;
    this.logger.log(`${this.me} no longer projects`);
    await this.stop();
  }
}
