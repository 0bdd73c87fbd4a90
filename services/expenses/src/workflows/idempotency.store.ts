import { Inject, Injectable } from '@nestjs/common';
import { upserting } from '@outlay/documents';
import { keyReused, type KeyedRequest } from '@outlay/messaging';
import { Schema, type Connection, type Model } from 'mongoose';
import { DOCUMENTS } from '../ports.js';

interface IdempotencyRecord {
  readonly _id: string;
  readonly requestHash: string;
  readonly result: string;
}

const text = { type: String, required: true } as const;
const schema = new Schema<IdempotencyRecord>({ _id: text, requestHash: text, result: text }, { versionKey: false });

/** Idempotency records of payments and uploads, whose ids do not follow from the key. A null request has no key. */
@Injectable()
export class IdempotencyStore {
  private readonly model: Model<IdempotencyRecord>;

  constructor(@Inject(DOCUMENTS) documents: Connection) {
    this.model = documents.model<IdempotencyRecord>('Request', schema, 'requests');
  }

  async find(request: KeyedRequest | null): Promise<string | null> {
    return request && resultOf(await this.model.findById(request.id).lean(), request);
  }

  /** Records the result before the request has any effect. */
  async bind(request: KeyedRequest | null, result: string): Promise<string> {
    if (!request) return result;
    const first = { requestHash: request.payloadHash, result };
    const row = await upserting(() =>
      this.model
        .findOneAndUpdate({ _id: request.id }, { $setOnInsert: first }, { upsert: true, returnDocument: 'after' })
        .lean(),
    );
    return resultOf(row, request) ?? result;
  }
}

function resultOf(row: IdempotencyRecord | null, { payloadHash }: KeyedRequest): string | null {
  if (row && row.requestHash !== payloadHash) throw keyReused();
  return row && row.result;
}
