import { Injectable } from '@nestjs/common';
import {
  OutlayError,
  type Actor,
  type amendExpense,
  type approveExpense,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import type { HandlerOptions } from '@outlay/event-sourcing';
import type { Amendment, ApprovalCheck, CommandOf } from '../domain/commands.js';
import { isExisting, type ExpenseState } from '../domain/expense.js';
import { notFound } from '../domain/refusals.js';
import { DuplicateQueries } from '../read-models/duplicate.queries.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { ShownDuplicatesStore } from '../read-models/shown-duplicates.store.js';
import { ExpenseStream, type ExecutedExpense, type FoundExpense } from '../stream/expense-stream.js';
import type { LoadedExpense } from '../stream/stream-types.js';
import { DecisionInputs } from './decision-inputs.js';
import { DuplicateApprovals, type Conflicting } from './duplicate-approvals.js';
import { expectedOf } from './expected.js';

const NOTHING_TO_APPROVE: ApprovalCheck = {
  duplicates: [],
  sameReceipt: [],
  duplicatesKnown: false,
  receiptIntact: true,
};

/** Approves and amends claims with what they are checked against: duplicates, receipt, rate and other super admins. */
@Injectable()
export class ReviewWorkflow {
  constructor(
    private readonly expenses: ExpenseStream,
    private readonly queries: ExpenseQueries,
    private readonly duplicates: DuplicateQueries,
    private readonly shown: ShownDuplicatesStore,
    private readonly inputs: DecisionInputs,
    private readonly approvals: DuplicateApprovals,
  ) {}

  async approve(
    request: RequestOf<typeof approveExpense>,
    actor: Actor,
    context: MessageContext,
  ): Promise<ExecutedExpense> {
    const found = await this.queries.find(request.id);
    // The row is found by its id together with the duplicates, and compared then.
    const unread = { known: null, ...found };
    return this.executeChecked(unread, request.approveAnyway, actor, context, async (expense, check) => ({
      type: 'Approve',
      actor,
      ...expectedOf(request, expense),
      seenReceipt: request.receiptSha256,
      onlySuperAdmin: await this.inputs.isOnlySuperAdmin(actor, ownerOf(expense.state), context),
      ...(await check(expense)),
    }));
  }

  async amend(
    request: RequestOf<typeof amendExpense>,
    actor: Actor,
    context: MessageContext,
  ): Promise<ExecutedExpense> {
    const found = await this.queries.find(request.id);
    const today = this.inputs.today(request.today);
    return this.executeChecked(found, request.approveAnyway, actor, context, async (expense, check) => {
      const { state } = expense;
      const change = await this.amendment(request, state, context);
      return {
        type: 'Amend',
        actor,
        today,
        ...expectedOf(request, expense),
        onlySuperAdmin: await this.inputs.isOnlySuperAdmin(actor, ownerOf(state), context),
        change,
        ...(state.status === 'approved' ? await check(expense, amendedState(state, change)) : NOTHING_TO_APPROVE),
      };
    });
  }

  /** Checks again if the duplicate lock reveals a duplicate that is being approved. */
  private executeChecked(
    found: FoundExpense,
    approveAnyway: boolean,
    actor: Actor,
    context: MessageContext,
    command: (
      expense: LoadedExpense,
      check: (expense: LoadedExpense, approved?: ExpenseState) => Promise<ApprovalCheck>,
    ) => Promise<CommandOf<'Approve' | 'Amend'>>,
  ): Promise<ExecutedExpense> {
    let conflicting: Conflicting | null = null;
    const check = (expense: LoadedExpense, approved = expense.state) =>
      this.check(expense, approved, actor.id, approveAnyway, conflicting);
    const beforeAppend: HandlerOptions<ExpenseState>['beforeAppend'] = async ({ revision }, next) => {
      if (next.state.status !== 'approved') return true;
      const considered = conflicting;
      conflicting = await this.approvals.findConflicting({ ...next, revision });
      return conflicting?.expenseId === considered?.expenseId;
    };
    return this.expenses.execute(found, context, (expense) => command(expense, check), { beforeAppend });
  }

  private async check(
    expense: LoadedExpense,
    state: ExpenseState,
    reviewerId: string,
    approveAnyway: boolean,
    conflicting: Conflicting | null,
  ): Promise<ApprovalCheck> {
    const { id } = expense;
    const { duplicates: found, head } = await this.duplicates.withHeadOf(id, state);
    await this.expenses.requireHead(expense, head);
    const known = found.map(({ expense, sameReceipt }) => ({ expenseId: expense.expense_id, sameReceipt }));
    const all = conflicting === null ? known : [...known, conflicting];
    const duplicates = [...new Set(all.map(({ expenseId }) => expenseId))];
    const sameReceipt = new Set(all.filter((one) => one.sameReceipt).map(({ expenseId }) => expenseId));
    return {
      duplicates,
      sameReceipt: [...sameReceipt],
      duplicatesKnown: approveAnyway || (await this.shown.knowsAll(id, reviewerId, duplicates)),
      receiptIntact: await this.inputs.isReceiptIntact(state),
    };
  }

  private async amendment(
    { original, metadata, reimbursement, clearOverride }: RequestOf<typeof amendExpense>,
    state: ExpenseState,
    context: MessageContext,
  ): Promise<Amendment> {
    if (!isExisting(state)) throw notFound();
    const { details, rate, reimbursementCurrency } = state.claim;
    const others = { clearOverride, ...(metadata && { metadata }), ...(reimbursement && { reimbursement }) };
    if (!original) return others;
    const amount = required('amount', original.amount ?? details.amount);
    const currency = required('currency', original.currency ?? details.currency);
    const date = required('date', original.date ?? details.date);
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

/** The state as the duplicate check needs it: with the new amount, currency and date. */
function amendedState(state: ExpenseState, { original }: Amendment): ExpenseState {
  if (!isExisting(state) || !original) return state;
  const { amount, currency, date } = original;
  return { ...state, claim: { ...state.claim, details: { ...state.claim.details, amount, currency, date } } };
}

function ownerOf(state: ExpenseState): string | null {
  return isExisting(state) ? state.claim.owner.id : null;
}
