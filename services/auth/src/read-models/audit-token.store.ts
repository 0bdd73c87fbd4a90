import { OutlayError } from '@outlay/contracts';
import { isDuplicateKey, pageByCreation, prepareCollection } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import type { AuditToken } from '../domain/audit-token.js';
import type { LoadedAuditToken } from '../stream/audit-token-stream.js';

export interface AuditTokenRow extends AuditToken {
  readonly _id: string;
  /** The revision of the token's stream. */
  readonly revision: number;
}

const text = { type: String, required: true } as const;
const optionalText = { type: String, default: null } as const;
const schema = new Schema<AuditTokenRow>(
  {
    _id: text,
    name: text,
    scope: text,
    secretHash: { ...text, unique: true },
    createdAt: text,
    createdById: text,
    createdByEmail: text,
    expiresAt: optionalText,
    revokedAt: optionalText,
    revokedById: optionalText,
    revokedByEmail: optionalText,
    revision: { type: Number, required: true },
  },
  { versionKey: false },
);
schema.index({ createdAt: 1, _id: 1 });

export function auditTokenModel(documents: Connection): Model<AuditTokenRow> {
  return documents.model<AuditTokenRow>('AuditToken', schema, 'audit-tokens');
}

/** The row follows from the events; null if there are none. */
export function toRow({ id: _id, state, revision }: LoadedAuditToken): AuditTokenRow | null {
  return state && { _id, ...state, revision };
}

/** The read model of audit tokens. */
export class AuditTokenStore {
  private constructor(private readonly model: Model<AuditTokenRow>) {}

  static async open(documents: Connection): Promise<AuditTokenStore> {
    const model = auditTokenModel(documents);
    await prepareCollection(model);
    return new AuditTokenStore(model);
  }

  async findByHash(secretHash: string): Promise<AuditTokenRow | null> {
    return this.model.findOne({ secretHash }).lean();
  }

  /** Newest first. */
  async list(limit: number, cursor: string | null): Promise<{ rows: AuditTokenRow[]; nextCursor: string | null }> {
    const page = await pageByCreation(this.model, -1, limit, cursor);
    if (!page) throw new OutlayError('INVALID_INPUT', 'The cursor is not valid.');
    return page;
  }

  /** The latest that the account made or revoked. */
  async idsOf(userId: string, limit: number): Promise<string[]> {
    const rows = await this.model
      .find({ $or: [{ createdById: userId }, { revokedById: userId }] })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .lean();
    return rows.map(({ _id }) => _id);
  }

  /** Writes the row of the events, unless a newer one is stored. */
  async project(token: LoadedAuditToken): Promise<void> {
    const { id, revision } = token;
    const row = toRow(token);
    if (!row) return;
    const { matchedCount } = await this.model.replaceOne({ _id: id, revision: { $lt: revision } }, row);
    if (matchedCount > 0) return;
    await this.model.create(row).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
  }
}
