import { Inject, Injectable } from '@nestjs/common';
import { upserting } from '@outlay/documents';
import { Schema, type Connection } from 'mongoose';
import { DOCUMENTS } from '../ports.js';

interface ShownDocument {
  readonly _id: string;
  readonly duplicates: string[];
}

const schema = new Schema<ShownDocument>(
  { _id: { type: String, required: true }, duplicates: [String] },
  { versionKey: false },
);

/** The documented approve call has no body, so this distinguishes "Approve Anyway" from a blind approval. */
@Injectable()
export class ShownDuplicatesStore {
  private readonly model;

  constructor(@Inject(DOCUMENTS) documents: Connection) {
    this.model = documents.model<ShownDocument>('ShownDuplicates', schema, 'shown_duplicates');
  }

  async record(expenseId: string, reviewerId: string, duplicates: readonly string[]): Promise<void> {
    if (duplicates.length === 0) return;
    const shown = { _id: `${expenseId}:${reviewerId}` };
    await upserting(() => this.model.updateOne(shown, { $set: { duplicates: [...duplicates] } }, { upsert: true }));
  }

  async knowsAll(expenseId: string, reviewerId: string, duplicates: readonly string[]): Promise<boolean> {
    if (duplicates.length === 0) return true;
    const row = await this.model.findById(`${expenseId}:${reviewerId}`).lean();
    const shown = new Set(row?.duplicates);
    return duplicates.every((id) => shown.has(id));
  }
}
