import { prepareCollection } from '@outlay/documents';
import type { Clock, IdSource } from '@outlay/time';
import { Schema, type Connection, type Model } from 'mongoose';
import {
  generateResetCode,
  hashesEqual,
  hashResetCode,
  RESET_CODE_MAX_TRIES,
  RESET_CODE_SECONDS,
} from './reset-code.rules.js';

interface ResetCodeRow {
  /** The user's id, so that a new code replaces the old one. */
  readonly _id: string;
  readonly issue: string;
  readonly codeHash: string;
  readonly expiresAt: string;
  readonly tries: number;
}

const text = { type: String, required: true } as const;
const schema = new Schema<ResetCodeRow>(
  { _id: text, issue: text, codeHash: text, expiresAt: text, tries: { type: Number, required: true } },
  { versionKey: false },
);

export class ResetCodeStore {
  private constructor(
    private readonly model: Model<ResetCodeRow>,
    private readonly clock: Clock,
    private readonly ids: IdSource,
    private readonly secrets: readonly [string, ...string[]],
  ) {}

  /** @param secrets the first keys the hashes of new codes */
  static async open(
    documents: Connection,
    clock: Clock,
    ids: IdSource,
    secrets: readonly [string, ...string[]],
  ): Promise<ResetCodeStore> {
    const model = documents.model<ResetCodeRow>('ResetCode', schema, 'reset-codes');
    await prepareCollection(model);
    return new ResetCodeStore(model, clock, ids, secrets);
  }

  expiryOfNew(): string {
    return new Date(this.clock.now().getTime() + RESET_CODE_SECONDS * 1000).toISOString();
  }

  async issue(userId: string, expiresAt = this.expiryOfNew()): Promise<string> {
    const issue = this.ids.uuid();
    const code = generateResetCode((size) => this.ids.bytes(size));
    const codeHash = hashResetCode(this.secrets[0], userId, issue, code);
    await this.model.updateOne({ _id: userId }, { $set: { issue, codeHash, expiresAt, tries: 0 } }, { upsert: true });
    return code;
  }

  /** The expiry of the redeemed code, or null if it is wrong. The try counts first, for parallel guesses. */
  async redeem(userId: string, code: string): Promise<string | null> {
    const row = await this.model
      .findOneAndUpdate(
        { _id: userId, tries: { $lt: RESET_CODE_MAX_TRIES }, expiresAt: { $gt: this.clock.now().toISOString() } },
        { $inc: { tries: 1 } },
      )
      .lean();
    if (!row) return null;
    const hashes = this.secrets.map((secret) => hashResetCode(secret, userId, row.issue, code));
    if (!hashes.some((hash) => hashesEqual(row.codeHash, hash))) return null;
    const { deletedCount } = await this.model.deleteOne({ _id: userId, issue: row.issue });
    return deletedCount === 1 ? row.expiresAt : null;
  }

  async revoke(userId: string): Promise<void> {
    await this.model.deleteOne({ _id: userId });
  }
}
