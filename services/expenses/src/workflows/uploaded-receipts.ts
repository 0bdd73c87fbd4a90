import { Inject, Injectable } from '@nestjs/common';
import { OutlayError, type ReceiptRef } from '@outlay/contracts';
import type { Clock } from '@outlay/time';
import { isExisting, type ExpenseState } from '../domain/expense.js';
import { CLOCK } from '../ports.js';
import { UploadsStore, type UploadBinding } from '../read-models/uploads.store.js';
import { ExpenseStream } from '../stream/expense-stream.js';

/** The append that a binding was made for has happened or failed by then. */
const APPENDED_AFTER_MS = 60_000;

/** A file of the phone shortcut becomes the receipt of one expense. */
@Injectable()
export class UploadedReceipts {
  constructor(
    private readonly uploads: UploadsStore,
    private readonly streams: ExpenseStream,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async find(fileName: string | null, ownerId: string): Promise<ReceiptRef | null> {
    if (fileName === null) return null;
    const upload = await this.uploads.find(fileName);
    if (upload?.ownerId === ownerId) return upload.receipt;
    throw refusal('it was not found');
  }

  /** Called right before the append, so that a refused command binds nothing. @throws INVALID_INPUT if it is taken */
  async bind(fileName: string, expenseId: string): Promise<void> {
    const binding = { expenseId, boundAt: this.clock.now().toISOString() };
    const other = await this.uploads.bind(fileName, binding);
    if (!other) return;
    const { state } = await this.streams.load(other.expenseId);
    if (!this.isHeld(fileName, other, state) && !(await this.uploads.bind(fileName, binding, other))) return;
    throw refusal(isExisting(state) ? `it belongs to ${state.claim.expenseId}` : 'it belongs to another expense');
  }

  private isHeld(fileName: string, { boundAt }: UploadBinding, state: ExpenseState): boolean {
    if (isExisting(state) && state.claim.receipt?.fileName === fileName) return true;
    if (state.status === 'deleted') return false;
    return Math.abs(this.clock.now().getTime() - Date.parse(boundAt)) < APPENDED_AFTER_MS;
  }
}

function refusal(reason: string): OutlayError {
  return new OutlayError('INVALID_INPUT', `Failed to load uploaded file: ${reason}. Please upload manually.`);
}
