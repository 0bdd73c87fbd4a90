import { Inject, Injectable } from '@nestjs/common';
import type { VerificationView } from '@outlay/contracts';
import { isDuplicateKey } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import { DOCUMENTS } from '../ports.js';

interface RunDocument {
  /** The number of the run. */
  readonly _id: string;
  /** ISO instant, by the clock of the instance that runs it. */
  readonly updatedAt: string;
  /** A `VerificationView` as JSON. */
  readonly view: string;
}

export interface StoredRun {
  readonly updatedAt: string;
  readonly view: VerificationView;
}

const text = { type: String, required: true } as const;
const schema = new Schema<RunDocument>({ _id: text, updatedAt: text, view: text }, { versionKey: false });

/** Stores runs; only the instance that created a run writes it. */
@Injectable()
export class VerificationRunsStore {
  private readonly model: Model<RunDocument>;

  constructor(@Inject(DOCUMENTS) documents: Connection) {
    this.model =
      documents.models.VerificationRun ?? documents.model<RunDocument>('VerificationRun', schema, 'verification-runs');
  }

  /** The runs, newest first. */
  async list(): Promise<StoredRun[]> {
    const rows = await this.model.find().lean();
    return rows
      .map(({ updatedAt, view }) => ({ updatedAt, view: JSON.parse(view) as VerificationView }))
      .sort((a, b) => Number(b.view.id) - Number(a.view.id));
  }

  /** False if another instance has just created it. */
  async create({ updatedAt, view }: StoredRun): Promise<boolean> {
    try {
      await this.model.create({ _id: view.id, updatedAt, view: JSON.stringify(view) });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async save({ updatedAt, view }: StoredRun): Promise<void> {
    await this.model.updateOne({ _id: view.id }, { $set: { updatedAt, view: JSON.stringify(view) } });
  }

  async delete(id: string): Promise<void> {
    await this.model.deleteOne({ _id: id });
  }
}
