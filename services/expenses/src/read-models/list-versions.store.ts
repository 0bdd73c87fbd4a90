import { Inject, Injectable } from '@nestjs/common';
import { findStored, upserting } from '@outlay/documents';
import { systemIds } from '@outlay/time';
import { Schema, type Connection, type Model } from 'mongoose';
import { DOCUMENTS } from '../ports.js';
import { READ_MODEL_VERSION } from './expense.model.js';

interface VersionDocument {
  readonly _id: string;
  readonly version: number;
}

const schema = new Schema<VersionDocument>(
  { _id: { type: String, required: true }, version: { type: Number, required: true } },
  { versionKey: false },
);
const ALL = 'all';
/** Distinguishes the versions of a rebuilt read model from those that clients still hold. */
const EPOCH = 'epoch';

/** Tags lists. Read before the list and raised after a write, so that a list is never older than its version. */
@Injectable()
export class ListVersionsStore {
  private readonly model: Model<VersionDocument>;
  private epoch: number | undefined;
  private next: { readonly scopes: Set<string>; readonly written: Promise<void> } | null = null;

  constructor(@Inject(DOCUMENTS) documents: Connection) {
    this.model =
      documents.models.ListVersion ?? documents.model<VersionDocument>('ListVersion', schema, 'list_versions');
  }

  raise(userId: string | null): Promise<void> {
    return this.raiseAll(userId === null ? [] : [userId]);
  }

  /** Raises the versions of the users' lists and of the list of all. One write does so for all who ask in one turn. */
  raiseAll(userIds: readonly string[]): Promise<void> {
    if (this.next === null) {
      const scopes = new Set([ALL]);
      const written = Promise.resolve().then(() => {
        this.next = null;
        return this.write(scopes);
      });
      this.next = { scopes, written };
    }
    for (const userId of userIds) this.next.scopes.add(userId);
    return this.next.written;
  }

  private async write(scopes: ReadonlySet<string>): Promise<void> {
    // The write bypasses mongoose's casting, which costs more than the write itself: every command waits for it.
    const raised = [...scopes].map((scope) => ({
      updateOne: { filter: { _id: scope as never }, update: { $inc: { version: 1 } }, upsert: true },
    }));
    await upserting(() => this.model.collection.bulkWrite(raised, { ordered: false }));
  }

  async current(userId: string | null): Promise<string> {
    const scope = userId ?? ALL;
    return versionOf(await this.currentEpoch(), scope, (await this.versions([scope])).get(scope));
  }

  async currentOf(userIds: readonly string[]): Promise<Record<string, string>> {
    const versions = await this.versions(userIds);
    const epoch = await this.currentEpoch();
    return Object.fromEntries(userIds.map((userId) => [userId, versionOf(epoch, userId, versions.get(userId))]));
  }

  private async versions(scopes: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await findStored(this.model, { _id: { $in: scopes } }, ['version']);
    return new Map(rows.map(({ _id, version }) => [_id, version]));
  }

  private async currentEpoch(): Promise<number> {
    if (this.epoch !== undefined) return this.epoch;
    const first = { version: systemIds.bytes(6).readUIntBE(0, 6) };
    // The row mostly exists, and then a list needs no write.
    const row =
      (await this.model.findById(EPOCH).lean()) ??
      (await upserting(() =>
        this.model
          .findOneAndUpdate({ _id: EPOCH }, { $setOnInsert: first }, { upsert: true, returnDocument: 'after' })
          .lean(),
      ));
    return (this.epoch = row?.version ?? first.version);
  }
}

function versionOf(epoch: number, scope: string, version = 0): string {
  return `${READ_MODEL_VERSION}.${epoch.toString(36)}.${scope}.${version}`;
}
