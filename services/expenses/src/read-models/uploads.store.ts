import type { ReceiptRef } from '@outlay/contracts';
import { upserting } from '@outlay/documents';
import { Schema, type Connection } from 'mongoose';

interface UploadDocument {
  readonly _id: string;
  readonly ownerId: string;
  readonly uploadedAt: string;
  readonly receipt: ReceiptRef;
}

const schema = new Schema<UploadDocument>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    uploadedAt: String,
    receipt: { type: Schema.Types.Mixed, required: true },
  },
  { versionKey: false },
);

export class UploadsStore {
  private readonly model;

  constructor(documents: Connection) {
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
}
