import { Controller, Inject } from '@nestjs/common';
import {
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
import type { IdSource } from '@outlay/runtime';
import type { Amendment } from '../domain/commands.js';
import { isLiving, type ExpenseState } from '../domain/expense.js';
import { notFound } from '../domain/refusals.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { ShownDuplicatesStore } from '../read-models/shown-duplicates.store.js';
import { ExpenseStream } from '../stream/expense-stream.js';
import { ClaimFacts } from '../workflows/claim-facts.js';
import { publicExpenseId } from '../workflows/expense-ids.js';
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
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  @Handles(approveExpense)
  async approve(request: RequestOf<typeof approveExpense>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const id = await this.queries.resolve(request.id);
    const approved = await this.streams.execute(id, context, async ({ state }) => {
      const duplicates = (await this.queries.duplicatesOf(id, state)).map(({ expenseId }) => expenseId);
      return {
        type: 'Approve',
        actor,
        expectedRevision: request.expectedRevision,
        duplicates,
        duplicatesKnown: request.approveAnyway || (await this.shown.knowsAll(id, actor.id, duplicates)),
        onlySuperAdmin: await this.facts.isOnlySuperAdmin(actor, ownerOf(state), context),
      };
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
      change: await this.amendment(request, state, context),
    }));
    return { expense: viewOf(amended) };
  }

  @Handles(createOnBehalf)
  async createOnBehalf(request: RequestOf<typeof createOnBehalf>, context: MessageContext) {
    requireSuperAdmin(context);
    const { details } = request;
    const owner = await this.facts.owner(request.userId, context);
    const { reimbursementCurrency } = owner;
    const rate = await this.facts.rate(details.currency ?? '', reimbursementCurrency, details.date ?? '', context);
    const opening = {
      expenseId: publicExpenseId(this.ids),
      owner: { id: owner.id, name: owner.name, email: owner.email },
    };
    const today = this.facts.today(request.today);
    const created = await this.streams.execute(this.ids.uuid(), context, () => ({
      type: 'CreateOnBehalf',
      opening,
      details,
      rate,
      reimbursementCurrency,
      today,
    }));
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
    const amount = request.original.amount ?? details.amount ?? '0.00';
    const currency = request.original.currency ?? details.currency ?? '';
    const date = request.original.date ?? details.date ?? '';
    const sameRate = rate !== null && currency === details.currency && date === details.date;
    const nextRate = sameRate ? rate : await this.facts.rate(currency, reimbursementCurrency, date, context);
    return { ...rest, original: { amount, currency, date, rate: nextRate } };
  }
}

function ownerOf(state: ExpenseState): string | null {
  return isLiving(state) ? state.claim.owner.id : null;
}
