import { Controller, Inject, Logger } from '@nestjs/common';
import {
  OutlayError,
  createExpense,
  deleteDraft,
  requireActor,
  reviseExpense,
  type ExpenseView,
  type MessageContext,
  type ReceiptRef,
  type RequestOf,
} from '@outlay/contracts';
import { isUnavailable } from '@outlay/documents';
import { Handles } from '@outlay/messaging';
import type { IdSource } from '@outlay/ids';
import { toExpenseView } from '../domain/expense-view.js';
import { isExisting } from '../domain/expense.js';
import { notFound, requireOwner } from '../domain/refusals.js';
import { ExpenseQueries, type Duplicate } from '../read-models/expense.queries.js';
import { UploadsStore } from '../read-models/uploads.store.js';
import { ExpenseStream, type ExecutedExpense } from '../stream/expense-stream.js';
import type { LoadedExpense } from '../stream/load-stream.js';
import { DecisionInputs } from '../workflows/decision-inputs.js';
import { IDS } from '../ports.js';
import { publicExpenseId } from '../workflows/expense-ids.js';

@Controller()
export class ClaimCommandsController {
  private readonly logger = new Logger('Claims');

  constructor(
    private readonly streams: ExpenseStream,
    private readonly queries: ExpenseQueries,
    private readonly uploads: UploadsStore,
    private readonly inputs: DecisionInputs,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  @Handles(createExpense)
  async create(request: RequestOf<typeof createExpense>, context: MessageContext) {
    const actor = requireActor(context);
    const { details, status, override } = request;
    // The hash identifies the receipt: each upload of the same file gets a new name.
    const payload = [status, details, override, request.receipt?.sha256 ?? request.uploaded];
    const opening = {
      expenseId: publicExpenseId(this.ids),
      owner: { id: actor.id, name: actor.name, email: actor.email },
    };
    const today = this.inputs.today(request.today);
    const createRequest = { operation: createExpense, actorId: actor.id, payload };
    const saved = await this.streams.create(createRequest, context, async ({ state }) => ({
      type: 'Create',
      actor,
      status,
      details,
      override,
      receipt: request.receipt ?? (await this.uploaded(request.uploaded, actor.id)),
      opening,
      today,
      reimbursementCurrency: actor.reimbursementCurrency,
      rate: await this.inputs.rateForClaim(details, actor.reimbursementCurrency, status, state, context),
    }));
    return this.replyTo(saved);
  }

  @Handles(reviseExpense)
  async revise(request: RequestOf<typeof reviseExpense>, context: MessageContext) {
    const actor = requireActor(context);
    const { details, status, override, removeReceipt, expectedRevision } = request;
    const id = await this.queries.resolve(request.id);
    const today = this.inputs.today(request.today);
    const saved = await this.streams.execute(id, context, async ({ state }) => {
      // Before any lookup, whose failure would reveal to a stranger that the expense exists.
      requireOwner(state, actor.id);
      return {
        type: 'Revise',
        actor,
        status,
        details,
        override,
        receipt: request.receipt ?? (await this.uploaded(request.uploaded, actor.id)),
        removeReceipt,
        expectedRevision,
        today,
        reimbursementCurrency: actor.reimbursementCurrency,
        rate: await this.inputs.rateForClaim(details, actor.reimbursementCurrency, status, state, context),
      };
    });
    return this.replyTo(saved);
  }

  @Handles(deleteDraft)
  async delete({ id, expectedRevision }: RequestOf<typeof deleteDraft>, context: MessageContext) {
    const actor = requireActor(context);
    const stream = await this.queries.resolve(id);
    await this.streams.execute(stream, context, () => ({ type: 'DeleteDraft', actor, expectedRevision }));
    return { deleted: true as const };
  }

  private async uploaded(fileName: string | null, actorId: string): Promise<ReceiptRef | null> {
    if (fileName === null) return null;
    const upload = await this.uploads.find(fileName);
    if (upload?.ownerId === actorId) return upload.receipt;
    throw new OutlayError('INVALID_INPUT', 'Failed to load uploaded file: it was not found. Please upload manually.');
  }

  private async replyTo(saved: ExecutedExpense) {
    const expense = viewOf(saved);
    const [duplicate, ...others] = await this.duplicatesOf(saved);
    if (!duplicate) return { expense };
    const duplicateWarning = {
      expenseId: duplicate.expenseId,
      justification: duplicate.justification,
      message: `Possible duplicate: ${duplicate.expenseId} has the same date, amount and currency.`,
    };
    return { expense: { ...expense, duplicateCount: others.length + 1 }, duplicateWarning };
  }

  /** Empty while the read model is down: the reviewer will see the warning. */
  private async duplicatesOf({ id, state, isProjected }: ExecutedExpense): Promise<Duplicate[]> {
    if (!isProjected) return [];
    return this.queries.duplicatesOf(id, state).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      this.logger.warn(`The duplicates of ${id} could not be looked up: ${String(error)}`);
      return [];
    });
  }
}

export function viewOf({ id, revision, state }: LoadedExpense): ExpenseView {
  if (!isExisting(state)) throw notFound();
  return toExpenseView(id, revision, state);
}
