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
import { isLiving } from '../domain/expense.js';
import { notFound, requireOwner } from '../domain/refusals.js';
import { ExpenseQueries, type Duplicate } from '../read-models/expense.queries.js';
import { UploadsStore } from '../read-models/uploads.store.js';
import { ExpenseStream } from '../stream/expense-stream.js';
import type { LoadedExpense } from '../stream/load-expense.js';
import { ClaimFacts } from '../workflows/claim-facts.js';
import { IDS } from '../ports.js';
import { publicExpenseId } from '../workflows/expense-ids.js';

/** What owners do to their claims. */
@Controller()
export class ClaimCommandsController {
  private readonly logger = new Logger('Claims');

  constructor(
    private readonly streams: ExpenseStream,
    private readonly queries: ExpenseQueries,
    private readonly uploads: UploadsStore,
    private readonly facts: ClaimFacts,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  @Handles(createExpense)
  async create(request: RequestOf<typeof createExpense>, context: MessageContext) {
    const actor = requireActor(context);
    const { details, status, override } = request;
    // A receipt is known by its content: its file is named anew each time it is sent.
    const says = [status, details, override, request.receipt?.sha256 ?? request.uploaded];
    const opening = {
      expenseId: publicExpenseId(this.ids),
      owner: { id: actor.id, name: actor.name, email: actor.email },
    };
    const today = this.facts.today(request.today);
    const beginning = { operation: createExpense, actorId: actor.id, says };
    const saved = await this.streams.begin(beginning, context, async ({ state }) => ({
      type: 'Create',
      actor,
      status,
      details,
      override,
      receipt: request.receipt ?? (await this.uploaded(request.uploaded, actor.id)),
      opening,
      today,
      reimbursementCurrency: actor.reimbursementCurrency,
      rate: await this.facts.rateForClaim(details, actor.reimbursementCurrency, status, state, context),
    }));
    return this.saved(saved);
  }

  @Handles(reviseExpense)
  async revise(request: RequestOf<typeof reviseExpense>, context: MessageContext) {
    const actor = requireActor(context);
    const { details, status, override, removeReceipt, expectedRevision } = request;
    const id = await this.queries.resolve(request.id);
    const today = this.facts.today(request.today);
    const saved = await this.streams.execute(id, context, async ({ state }) => {
      // Before anything is looked up for it: what is missing would tell a stranger that the expense is there.
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
        rate: await this.facts.rateForClaim(details, actor.reimbursementCurrency, status, state, context),
      };
    });
    return this.saved(saved);
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

  private async saved(loaded: LoadedExpense) {
    const expense = viewOf(loaded);
    const [duplicate, ...others] = await this.duplicatesOf(loaded);
    if (!duplicate) return { expense };
    const duplicateWarning = {
      expenseId: duplicate.expenseId,
      justification: duplicate.justification,
      message: `Possible duplicate: ${duplicate.expenseId} has the same date, amount and currency.`,
    };
    return { expense: { ...expense, duplicateCount: others.length + 1 }, duplicateWarning };
  }

  /**
   * By now the claim stands. A read model that is down costs it the warning, which its reviewer will see; waiting for it
   * twice would cost the answer.
   */
  private async duplicatesOf({ id, state, isListed = true }: LoadedExpense): Promise<Duplicate[]> {
    if (!isListed) return [];
    return this.queries.duplicatesOf(id, state).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      this.logger.warn(`The duplicates of ${id} could not be looked up: ${String(error)}`);
      return [];
    });
  }
}

export function viewOf({ id, revision, state }: LoadedExpense): ExpenseView {
  if (!isLiving(state)) throw notFound();
  return toExpenseView(id, revision, state);
}
