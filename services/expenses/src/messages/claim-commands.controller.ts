import { Controller, Inject, Logger } from '@nestjs/common';
import {
  answerQuestion,
  createExpense,
  deleteDraft,
  foreseeDuplicate,
  requireClaimant,
  type Actor,
  reviseExpense,
  type MessageContext,
  type ReceiptRef,
  type RequestOf,
  type Duplicate,
  type ExpenseView,
} from '@outlay/contracts';
import { isUnavailable } from '@outlay/documents';
import { Handles } from '@outlay/messaging';
import type { IdSource } from '@outlay/time';
import { requireOwner } from '../domain/refusals.js';
import { duplicateGroup } from '../read-models/expense.model.js';
import { DuplicateQueries } from '../read-models/duplicate.queries.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { ExpenseStream, type ExecutedExpense } from '../stream/expense-stream.js';
import type { LoadedExpense } from '../stream/stream-types.js';
import { DecisionInputs } from '../workflows/decision-inputs.js';
import { IDS } from '../ports.js';
import { expectedOf } from '../workflows/expected.js';
import { publicExpenseId } from '../workflows/expense-ids.js';
import { UploadedReceipts } from '../workflows/uploaded-receipts.js';
import { viewOf } from './view-of.js';

@Controller()
export class ClaimCommandsController {
  private readonly logger = new Logger('Claims');

  constructor(
    private readonly streams: ExpenseStream,
    private readonly queries: ExpenseQueries,
    private readonly duplicates: DuplicateQueries,
    private readonly uploads: UploadedReceipts,
    private readonly inputs: DecisionInputs,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  @Handles(createExpense)
  async create(request: RequestOf<typeof createExpense>, context: MessageContext) {
    const actor = requireClaimant(context);
    const { details, status, override } = request;
    // The hash identifies the receipt: each upload of the same file gets a new name.
    const payload = [status, details, override, request.receipt?.sha256 ?? request.uploaded];
    const opening = {
      expenseId: publicExpenseId(this.ids),
      owner: { id: actor.id, name: actor.name, email: actor.email },
    };
    const today = this.inputs.today(request.today);
    const createRequest = { operation: createExpense, actorId: actor.id, payload };
    const saved = await this.streams.create(
      createRequest,
      context,
      async ({ state }) => ({
        type: 'Create',
        actor,
        status,
        details,
        override,
        receipt: request.receipt ?? (await this.uploads.find(request.uploaded, actor.id)),
        opening,
        today,
        reimbursementCurrency: actor.reimbursementCurrency,
        shownCurrency: request.shownCurrency,
        rate: await this.inputs.rateForClaim(details, actor.reimbursementCurrency, status, state, context),
      }),
      this.bindingUpload(request),
    );
    return this.replyTo(saved, actor);
  }

  @Handles(reviseExpense)
  async revise(request: RequestOf<typeof reviseExpense>, context: MessageContext) {
    const actor = requireClaimant(context);
    const { details, status, override, removeReceipt } = request;
    const found = await this.queries.find(request.id);
    const today = this.inputs.today(request.today);
    const saved = await this.streams.execute(
      found,
      context,
      async ({ state, ...head }) => {
        // The owner is checked before any lookup, whose failure would reveal to a stranger that the expense exists.
        requireOwner(state, actor.id);
        return {
          type: 'Revise',
          actor,
          status,
          details,
          override,
          receipt: request.receipt ?? (await this.uploads.find(request.uploaded, actor.id)),
          removeReceipt,
          ...expectedOf(request, head),
          today,
          reimbursementCurrency: actor.reimbursementCurrency,
          shownCurrency: request.shownCurrency,
          rate: await this.inputs.rateForClaim(details, actor.reimbursementCurrency, status, state, context),
        };
      },
      this.bindingUpload(request),
    );
    return this.replyTo(saved, actor);
  }

  @Handles(deleteDraft)
  async delete(request: RequestOf<typeof deleteDraft>, context: MessageContext) {
    const actor = requireClaimant(context);
    await this.streams.execute(await this.queries.find(request.id), context, (loaded) => ({
      type: 'DeleteDraft',
      actor,
      ...expectedOf(request, loaded),
    }));
    return { deleted: true as const };
  }

  @Handles(answerQuestion)
  async answer({ id, answer, ...request }: RequestOf<typeof answerQuestion>, context: MessageContext) {
    const actor = requireClaimant(context);
    const answered = await this.streams.execute(await this.queries.find(id), context, (loaded) => ({
      type: 'Answer',
      actor,
      ...expectedOf(request, loaded),
      answer,
    }));
    return { expense: viewOfOwn(answered, actor) };
  }

  @Handles(foreseeDuplicate)
  async foresee(request: RequestOf<typeof foreseeDuplicate>, context: MessageContext) {
    const { id: userId } = requireClaimant(context);
    const figures = duplicateGroup(userId, request);
    const repeated = await this.duplicates.repeatedBy(userId, figures, request.receiptSha256s, request.id);
    const [sameFigures] = repeated.byFigures;
    const sameReceipt = repeated.byReceipt.find(({ isOwn }) => isOwn) ?? repeated.byReceipt[0];
    return {
      sameFigures: sameFigures
        ? foreseen(sameFigures, `${sameFigures.expenseId} has the same date, amount and currency.`)
        : null,
      sameReceipt: sameReceipt
        ? sameReceipt.isOwn
          ? foreseen(sameReceipt, `${sameReceipt.expenseId} has the same receipt.`)
          : { expenseId: null, justification: null, message: SUBMITTED_BEFORE }
        : null,
    };
  }

  private bindingUpload({ receipt, uploaded }: { receipt: ReceiptRef | null; uploaded: string | null }) {
    if (receipt || uploaded === null) return {};
    return { beforeAppend: ({ id }: LoadedExpense) => this.uploads.bind(uploaded, id).then(() => true) };
  }

  private async replyTo(saved: ExecutedExpense, actor: Actor) {
    const expense = viewOfOwn(saved, actor);
    const duplicates = await this.duplicatesOf(saved);
    if (duplicates.length === 0) return { expense };
    const duplicateWarning = warningTo(expense.userId, duplicates);
    return { expense: { ...expense, duplicateCount: duplicates.length }, duplicateWarning };
  }

  /** Empty while the read model is down: the reviewer will see the warning. */
  private async duplicatesOf({ id, state, isProjected }: ExecutedExpense): Promise<Duplicate[]> {
    if (!isProjected) return [];
    return this.duplicates.of(id, state).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      this.logger.warn(`The duplicates of ${id} could not be looked up: ${String(error)}`);
      return [];
    });
  }
}

/** With the owner's present name, who makes the request. */
function viewOfOwn(expense: ExecutedExpense, { name }: Actor): ExpenseView {
  return { ...viewOf(expense), userName: name };
}

function warningTo(userId: string, duplicates: readonly Duplicate[]) {
  if (duplicates.length === 0) return undefined;
  const own = duplicates.find((duplicate) => duplicate.expense.user_id === userId);
  return own ? warningOf(own) : WARNING_OF_ANOTHER_PERSON;
}

function warningOf({ expense, sameFigures, sameReceipt }: Duplicate) {
  const same = [...(sameFigures ? ['date, amount and currency'] : []), ...(sameReceipt ? ['receipt'] : [])];
  return {
    expenseId: expense.expense_id,
    justification: expense.justification,
    message: `Possible duplicate: ${expense.expense_id} has the same ${same.join(', and the same ')}.`,
  };
}

function foreseen(
  { expenseId, justification }: { expenseId: string | null; justification: string | null },
  message: string,
) {
  return { expenseId, justification, message };
}

/** Nothing about the other claim or its owner. */
const SUBMITTED_BEFORE = 'This receipt was submitted before.';
const WARNING_OF_ANOTHER_PERSON = { expenseId: null, justification: null, message: SUBMITTED_BEFORE };
