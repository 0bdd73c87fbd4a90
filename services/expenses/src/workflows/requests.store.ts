import { upserting } from '@outlay/documents';
import { keyReused, type KeyedRequest } from '@outlay/idempotency';
import { Schema, type Connection, type Model } from 'mongoose';

interface RequestRow {
  readonly _id: string;
  readonly requestHash: string;
  readonly result: string;
}

const text = { type: String, required: true } as const;
const schema = new Schema<RequestRow>({ _id: text, requestHash: text, result: text }, { versionKey: false });

/**
 * What requests with an Idempotency-Key led to, where the id of that follows from something else: a payment's from the
 * approved states it pays, an upload's name from its type too. Both methods refuse another request under the key by
 * IDEMPOTENCY_KEY_REUSED, and take null for a request without one.
 */
export class RequestsStore {
  private readonly model: Model<RequestRow>;

  constructor(documents: Connection) {
    this.model = documents.model<RequestRow>('Request', schema, 'requests');
  }

  async find(request: KeyedRequest | null): Promise<string | null> {
    return request && resultOf(await this.model.findById(request.id).lean(), request);
  }

  /** Before anything is done: what this request leads to, as its first try said. */
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

function resultOf(row: RequestRow | null, { payloadHash }: KeyedRequest): string | null {
  if (row && row.requestHash !== payloadHash) throw keyReused();
  return row && row.result;
}
