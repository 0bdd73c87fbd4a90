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
import type { IdSource } from '@outlay/time';
import type { Amendment, ApprovalCheck, CommandOf } from '../domain/commands.js';
import { isExisting, type ExpenseState } from '../domain/expense.js';
import { notFound } from '../domain/refusals.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { RenamedPeople } from '../read-models/renamed-people.js';
import { ShownDuplicatesStore } from '../read-models/shown-duplicates.store.js';
import { ExpenseStream } from '../stream/expense-stream.js';
import type { LoadedExpense } from '../stream/stream-types.js';
import { DecisionInputs } from '../workflows/decision-inputs.js';
import { publicExpenseId } from '../workflows/expense-ids.js';
import { DuplicateApprovals, type Conflicting } from '../workflows/duplicate-approvals.js';
import { IDS } from '../ports.js';
import { expectedOf } from './expected.js';
import { viewOf } from './view-of.js';

@Controller()
export class ReviewCommandsController {
  constructor(
    private readonly streams: ExpenseStream,
    private readonly queries: ExpenseQueries,
    private readonly shown: ShownDuplicatesStore,
    private readonly inputs: DecisionInputs,
    private readonly approvals: DuplicateApprovals,
    private readonly people: RenamedPeople,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  @Handles(approveExpense)
  async approve(request: RequestOf<typeof approveExpense>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const id = await this.queries.resolve(request.id);
    const check = this.approvalCheck(id, actor.id, request.approveAnyway);
    const command = async ({ state, ...head }: LoadedExpense): Promise<CommandOf<'Approve'>> => ({
      type: 'Approve',
      actor,
      ...expectedOf(request, head),
      seenReceipt: request.receiptSha256,
      onlySuperAdmin: await this.inputs.isOnlySuperAdmin(actor, ownerOf(state), context),
      ...(await check.of(state)),
    });
    const approved = await this.streams.execute(id, context, command, check);
    return { expense: await this.people.named(viewOf(approved)) };
  }

  @Handles(rejectExpense)
  async reject({ id, reason, ...request }: RequestOf<typeof rejectExpense>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const rejected = await this.streams.execute(await this.queries.resolve(id), context, (loaded) => ({
      type: 'Reject',
      actor,
      ...expectedOf(request, loaded),
      reason,
    }));
    return { expense: await this.people.named(viewOf(rejected)) };
  }

  @Handles(revertExpense)
  async revert({ id, note, ...request }: RequestOf<typeof revertExpense>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const reverted = await this.streams.execute(await this.queries.resolve(id), context, (loaded) => ({
      type: 'Revert',
      actor,
      ...expectedOf(request, loaded),
      note,
    }));
    return { expense: await this.people.named(viewOf(reverted)) };
  }

  @Handles(amendExpense)
  async amend(request: RequestOf<typeof amendExpense>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const id = await this.queries.resolve(request.id);
    const today = this.inputs.today(request.today);
    const check = this.approvalCheck(id, actor.id, request.approveAnyway);
    const command = async ({ state, ...head }: LoadedExpense): Promise<CommandOf<'Amend'>> => {
      const change = await this.amendment(request, state, context);
      return {
        type: 'Amend',
        actor,
        today,
        ...expectedOf(request, head),
        onlySuperAdmin: await this.inputs.isOnlySuperAdmin(actor, ownerOf(state), context),
        change,
        ...(state.status === 'approved' ? await check.of(amendedState(state, change)) : NOTHING_TO_APPROVE),
      };
    };
    const amended = await this.streams.execute(id, context, command, check);
    return { expense: await this.people.named(viewOf(amended)) };
  }

  @Handles(createOnBehalf)
  async createOnBehalf(request: RequestOf<typeof createOnBehalf>, context: MessageContext) {
    const { details, receipt, userId } = request;
    const actorId = requireSuperAdmin(context).id;
    const payload = [userId, details, receipt?.sha256 ?? null];
    const createRequest = { operation: createOnBehalf, actorId, payload };
    const created = await this.streams.create(createRequest, context, async () => {
      const { id, name, email, role, status, reimbursementCurrency } = await this.inputs.owner(userId, context);
      return {
        type: 'CreateOnBehalf',
        opening: { expenseId: publicExpenseId(this.ids), owner: { id, name, email } },
        isOwnerActive: status === 'active',
        ownerRole: role,
        details,
        rate: await this.inputs.rateOrNull(details.currency ?? '', reimbursementCurrency, details.date ?? '', context),
        reimbursementCurrency,
        shownCurrency: request.shownCurrency,
        receipt,
        today: this.inputs.today(request.today),
      };
    });
    return { expense: await this.people.named(viewOf(created)) };
  }

  /** The check is repeated if the duplicate lock reveals a duplicate that is being approved. */
  private approvalCheck(id: string, reviewerId: string, approveAnyway: boolean) {
    let conflicting: Conflicting | null = null;
    return {
      of: async (state: ExpenseState): Promise<ApprovalCheck> => {
        const found = await this.queries.duplicatesOf(id, state);
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
      },
      beforeAppend: async ({ revision }: LoadedExpense, next: LoadedExpense): Promise<boolean> => {
        if (next.state.status !== 'approved') return true;
        const considered = conflicting;
        conflicting = await this.approvals.findConflicting({ ...next, revision });
        return conflicting?.expenseId === considered?.expenseId;
      },
    };
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

const NOTHING_TO_APPROVE: ApprovalCheck = {
  duplicates: [],
  sameReceipt: [],
  duplicatesKnown: false,
  receiptIntact: true,
};

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
