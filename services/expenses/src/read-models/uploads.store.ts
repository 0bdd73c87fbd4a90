import type { ReceiptRef } from '@outlay/contracts';
import { upserting } from '@outlay/documents';
import { Schema, type Connection } from 'mongoose';

interface UploadRow {
  readonly _id: string;
  readonly ownerId: string;
  readonly uploadedAt: string;
  readonly receipt: ReceiptRef;
}

const schema = new Schema<UploadRow>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    uploadedAt: String,
    receipt: { type: Schema.Types.Mixed, required: true },
  },
  { versionKey: false },
);

/** Files sent before their expense (the phone shortcut), each its sender's. */
export class UploadsStore {
  private readonly model;

  constructor(documents: Connection) {
    this.model = documents.model<UploadRow>('Upload', schema, 'uploads');
  }

  /** The upload of that name, as it was first recorded. */
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
