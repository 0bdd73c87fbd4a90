import { Controller, Inject } from '@nestjs/common';
import {
  OutlayError,
  amendExpense,
  approveExpense,
  createOnBehalf,
  rejectExpense,
  requireSuperAdmin,
  revertExpense,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import type { IdSource } from '@outlay/ids';
import type { Amendment, CommandOf } from '../domain/commands.js';
import { isExisting, type ExpenseState } from '../domain/expense.js';
import { notFound } from '../domain/refusals.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { ShownDuplicatesStore } from '../read-models/shown-duplicates.store.js';
import { ExpenseStream } from '../stream/expense-stream.js';
import type { LoadedExpense } from '../stream/load-stream.js';
import { DecisionInputs } from '../workflows/decision-inputs.js';
import { publicExpenseId } from '../workflows/expense-ids.js';
import { DuplicateApprovals } from '../workflows/duplicate-approvals.js';
import { IDS } from '../ports.js';
import { viewOf } from './claim-commands.controller.js';

@Controller()
export class ReviewCommandsController {
  constructor(
    private readonly streams: ExpenseStream,
    private readonly queries: ExpenseQueries,
    private readonly shown: ShownDuplicatesStore,
    private readonly inputs: DecisionInputs,
    private readonly approvals: DuplicateApprovals,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  @Handles(approveExpense)
  async approve(request: RequestOf<typeof approveExpense>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const id = await this.queries.resolve(request.id);
    let conflicting: string | null = null;
    const command = async ({ state }: LoadedExpense): Promise<CommandOf<'Approve'>> => {
      const found = (await this.queries.duplicatesOf(id, state)).map(({ expenseId }) => expenseId);
      const duplicates = [...new Set(conflicting === null ? found : [...found, conflicting])];
      return {
        type: 'Approve',
        actor,
        expectedRevision: request.expectedRevision,
        duplicates,
        duplicatesKnown: request.approveAnyway || (await this.shown.knowsAll(id, actor.id, duplicates)),
        onlySuperAdmin: await this.inputs.isOnlySuperAdmin(actor, ownerOf(state), context),
      };
    };
    const beforeAppend = async (loaded: LoadedExpense): Promise<boolean> => {
      const considered = conflicting;
      conflicting = await this.approvals.findConflicting(loaded);
      return conflicting === considered;
    };
    const approved = await this.streams.execute(id, context, command, { beforeAppend });
    return { expense: viewOf(approved) };
  }

  @Handles(rejectExpense)
  async reject({ id, expectedRevision, reason }: RequestOf<typeof rejectExpense>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const rejected = await this.streams.execute(await this.queries.resolve(id), context, () => ({
      type: 'Reject',
      actor,
      expectedRevision,
      reason,
    }));
    return { expense: viewOf(rejected) };
  }

  @Handles(revertExpense)
  async revert({ id, expectedRevision, note }: RequestOf<typeof revertExpense>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const reverted = await this.streams.execute(await this.queries.resolve(id), context, () => ({
      type: 'Revert',
      actor,
      expectedRevision,
      note,
    }));
    return { expense: viewOf(reverted) };
  }

  @Handles(amendExpense)
  async amend(request: RequestOf<typeof amendExpense>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const id = await this.queries.resolve(request.id);
    const today = this.inputs.today(request.today);
    const amended = await this.streams.execute(id, context, async ({ state }) => ({
      type: 'Amend',
      actor,
      today,
      expectedRevision: request.expectedRevision,
      onlySuperAdmin: await this.inputs.isOnlySuperAdmin(actor, ownerOf(state), context),
      change: await this.amendment(request, state, context),
    }));
    return { expense: viewOf(amended) };
  }

  @Handles(createOnBehalf)
  async createOnBehalf(request: RequestOf<typeof createOnBehalf>, context: MessageContext) {
    const { details, userId } = request;
    const actorId = requireSuperAdmin(context).id;
    const createRequest = { operation: createOnBehalf, actorId, payload: [userId, details] };
    const created = await this.streams.create(createRequest, context, async () => {
      const { id, name, email, reimbursementCurrency } = await this.inputs.owner(userId, context);
      return {
        type: 'CreateOnBehalf',
        opening: { expenseId: publicExpenseId(this.ids), owner: { id, name, email } },
        details,
        rate: await this.inputs.rateOrNull(details.currency ?? '', reimbursementCurrency, details.date ?? '', context),
        reimbursementCurrency,
        today: this.inputs.today(request.today),
      };
    });
    return { expense: viewOf(created) };
  }

  private async amendment(
    request: RequestOf<typeof amendExpense>,
    state: ExpenseState,
    context: MessageContext,
  ): Promise<Amendment> {
    if (!isExisting(state)) throw notFound();
    const { details, rate, reimbursementCurrency } = state.claim;
    const { metadata, reimbursement, clearOverride } = request;
    const others = { clearOverride, ...(metadata && { metadata }), ...(reimbursement && { reimbursement }) };
    if (!request.original) return others;
    const amount = required('amount', request.original.amount ?? details.amount);
    const currency = required('currency', request.original.currency ?? details.currency);
    const date = required('date', request.original.date ?? details.date);
    const sameRate = rate !== null && currency === details.currency && date === details.date;
    const nextRate = sameRate ? rate : await this.inputs.rateOrNull(currency, reimbursementCurrency, date, context);
    return { ...others, original: { amount, currency, date, rate: nextRate } };
  }
}

/** Amount, currency and date change together, but a draft may lack some of them. */
function required(field: 'amount' | 'currency' | 'date', value: string | null): string {
  if (value !== null) return value;
  const message = `${field.charAt(0).toUpperCase()}${field.slice(1)} is required.`;
  throw new OutlayError('INVALID_INPUT', message, [{ field: `original.${field}`, message }]);
}

function ownerOf(state: ExpenseState): string | null {
  return isExisting(state) ? state.claim.owner.id : null;
}
