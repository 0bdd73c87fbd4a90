import { Inject, Injectable } from '@nestjs/common';
import type { ReceiptRef } from '@outlay/contracts';
import { upserting } from '@outlay/documents';
import { Schema, type Connection } from 'mongoose';
import { DOCUMENTS } from '../ports.js';

export interface UploadBinding {
  readonly expenseId: string;
  readonly boundAt: string;
}

interface UploadDocument {
  readonly _id: string;
  readonly ownerId: string;
  readonly uploadedAt: string;
  readonly receipt: ReceiptRef;
  /** The expense whose receipt it became. */
  readonly binding?: UploadBinding;
}

const schema = new Schema<UploadDocument>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    uploadedAt: String,
    receipt: { type: Schema.Types.Mixed, required: true },
    binding: { type: { expenseId: String, boundAt: String }, _id: false },
  },
  { versionKey: false },
);

@Injectable()
export class UploadsStore {
  private readonly model;

  constructor(@Inject(DOCUMENTS) documents: Connection) {
    this.model = documents.model<UploadDocument>('Upload', schema, 'uploads');
  }

  async record(receipt: ReceiptRef, ownerId: string, uploadedAt: string): Promise<ReceiptRef> {
    const first = { ownerId, uploadedAt, receipt };
    const upload = await upserting(() =>
      this.model
        .findOneAndUpdate({ _id: receipt.fileName }, { $setOnInsert: first }, { upsert: true, returnDocument: 'after' })
        .lean(),
    );
    return upload?.receipt ?? receipt;
  }

  async find(fileName: string): Promise<{ ownerId: string; receipt: ReceiptRef } | null> {
    return this.model.findById(fileName).lean();
  }

  /** Returns the binding to another expense, which is kept unless it is the one in `instead`; null if it was bound. */
  async bind(fileName: string, binding: UploadBinding, instead?: UploadBinding): Promise<UploadBinding | null> {
    const { expenseId } = binding;
    const free = [{ binding: { $exists: false } }, { 'binding.expenseId': expenseId }];
    const replaced = instead && [{ 'binding.expenseId': instead.expenseId, 'binding.boundAt': instead.boundAt }];
    const { matchedCount } = await this.model.updateOne(
      { _id: fileName, $or: [...free, ...(replaced ?? [])] },
      { $set: { binding } },
    );
    if (matchedCount > 0) return null;
    const upload = await this.model.findById(fileName).lean();
    return upload?.binding ?? null;
  }
}
