import type { LoadedStream } from '@outlay/event-sourcing';
import { Schema, type Connection, type Model } from 'mongoose';
import { openPayments, type RunState } from '../domain/run.js';
import type { StreamRow } from './row-head.js';

export interface RunRow extends StreamRow {
  readonly startedAt: string;
  /** Whether a payment is still to be made. */
  readonly isOpen: boolean;
}

const schema = new Schema<RunRow>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    head: String,
    startedAt: { type: String, required: true },
    isOpen: { type: Boolean, required: true },
  },
  { versionKey: false },
);
schema.index({ isOpen: 1, startedAt: 1 });
schema.index({ startedAt: -1, _id: -1 });

export type RunModel = Model<RunRow>;
export const RUN_MODEL = Symbol('RunModel');

export function runModel(documents: Connection): RunModel {
  return documents.models.Run ? documents.model<RunRow>('Run') : documents.model<RunRow>('Run', schema, 'runs');
}

/** The row follows from the events; null if they say nothing. */
export function toRunRow({ id: _id, state, revision, headHash: head }: LoadedStream<RunState>): RunRow | null {
  if (state.status === 'none') return null;
  return { _id, revision, head, startedAt: state.startedAt, isOpen: openPayments(state).length > 0 };
}
