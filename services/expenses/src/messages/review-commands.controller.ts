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
import { decide } from '../domain/decide.js';
import { isLiving, type ExpenseState } from '../domain/expense.js';
import { notFound } from '../domain/refusals.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { ShownDuplicatesStore } from '../read-models/shown-duplicates.store.js';
import { ExpenseStream } from '../stream/expense-stream.js';
import { ClaimFacts } from '../workflows/claim-facts.js';
import { publicExpenseId } from '../workflows/expense-ids.js';
import { TwinApprovals } from '../workflows/twin-approvals.js';
import { IDS } from '../ports.js';
import { viewOf } from './claim-commands.controller.js';

/** What super admins do to claims. */
@Controller()
export class ReviewCommandsController {
  constructor(
    private readonly streams: ExpenseStream,
    private readonly queries: ExpenseQueries,
    private readonly shown: ShownDuplicatesStore,
    private readonly facts: ClaimFacts,
    private readonly twins: TwinApprovals,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  @Handles(approveExpense)
  async approve(request: RequestOf<typeof approveExpense>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const id = await this.queries.resolve(request.id);
    const approved = await this.streams.execute(id, context, async (loaded) => {
      const { state, revision } = loaded;
      const onlySuperAdmin = await this.facts.isOnlySuperAdmin(actor, ownerOf(state), context);
      const approval = async (duplicates: readonly string[]): Promise<CommandOf<'Approve'>> => ({
        type: 'Approve',
        actor,
        expectedRevision: request.expectedRevision,
        duplicates,
        duplicatesKnown: request.approveAnyway || (await this.shown.knowsAll(id, actor.id, duplicates)),
        onlySuperAdmin,
      });
      const duplicates = (await this.queries.duplicatesOf(id, state)).map(({ expenseId }) => expenseId);
      const command = await approval(duplicates);
      // Only an approval that would stand looks for rivals: by that it becomes one, and a refused one shall be in nobody's way.
      if (decide(command, state, revision).length === 0) return command;
      const rival = await this.twins.rivalOf(loaded);
      return rival === null || duplicates.includes(rival) ? command : approval([...duplicates, rival]);
    });
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
    const today = this.facts.today(request.today);
    const amended = await this.streams.execute(id, context, async ({ state }) => ({
      type: 'Amend',
      actor,
      today,
      expectedRevision: request.expectedRevision,
      onlySuperAdmin: await this.facts.isOnlySuperAdmin(actor, ownerOf(state), context),
      change: await this.amendment(request, state, context),
    }));
    return { expense: viewOf(amended) };
  }

  @Handles(createOnBehalf)
  async createOnBehalf(request: RequestOf<typeof createOnBehalf>, context: MessageContext) {
    const { details, userId } = request;
    const beginning = { operation: createOnBehalf, actorId: requireSuperAdmin(context).id, says: [userId, details] };
    const created = await this.streams.begin(beginning, context, async () => {
      const { id, name, email, reimbursementCurrency } = await this.facts.owner(userId, context);
      return {
        type: 'CreateOnBehalf',
        opening: { expenseId: publicExpenseId(this.ids), owner: { id, name, email } },
        details,
        rate: await this.facts.rateOfDay(details.currency ?? '', reimbursementCurrency, details.date ?? '', context),
        reimbursementCurrency,
        today: this.facts.today(request.today),
      };
    });
    return { expense: viewOf(created) };
  }

  /** The documented change with the server's rate beside a new amount, currency or date. */
  private async amendment(
    request: RequestOf<typeof amendExpense>,
    state: ExpenseState,
    context: MessageContext,
  ): Promise<Amendment> {
    if (!isLiving(state)) throw notFound();
    const { details, rate, reimbursementCurrency } = state.claim;
    const { metadata, reimbursement, clearOverride } = request;
    const rest = { clearOverride, ...(metadata && { metadata }), ...(reimbursement && { reimbursement }) };
    if (!request.original) return rest;
    const amount = given('amount', request.original.amount ?? details.amount);
    const currency = given('currency', request.original.currency ?? details.currency);
    const date = given('date', request.original.date ?? details.date);
    const sameRate = rate !== null && currency === details.currency && date === details.date;
    const nextRate = sameRate ? rate : await this.facts.rateOfDay(currency, reimbursementCurrency, date, context);
    return { ...rest, original: { amount, currency, date, rate: nextRate } };
  }
}

/** A draft may lack what its new amount, currency or date is nothing without. */
function given(field: 'amount' | 'currency' | 'date', value: string | null): string {
  if (value !== null) return value;
  const message = `${field.charAt(0).toUpperCase()}${field.slice(1)} is required.`;
  throw new OutlayError('INVALID_INPUT', message, [{ field: `original.${field}`, message }]);
}

function ownerOf(state: ExpenseState): string | null {
  return isLiving(state) ? state.claim.owner.id : null;
}
