import { Controller, Inject } from '@nestjs/common';
import {
  amendExpense,
  askAboutExpense,
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
import { IDS } from '../ports.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { RenamedPeople } from '../read-models/renamed-people.js';
import { ExpenseStream } from '../stream/expense-stream.js';
import { DecisionInputs } from '../workflows/decision-inputs.js';
import { expectedOf } from '../workflows/expected.js';
import { publicExpenseId } from '../workflows/expense-ids.js';
import { ReviewWorkflow } from '../workflows/review.workflow.js';
import { viewOf } from './view-of.js';

@Controller()
export class ReviewCommandsController {
  constructor(
    private readonly streams: ExpenseStream,
    private readonly queries: ExpenseQueries,
    private readonly reviews: ReviewWorkflow,
    private readonly inputs: DecisionInputs,
    private readonly people: RenamedPeople,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  @Handles(approveExpense)
  async approve(request: RequestOf<typeof approveExpense>, context: MessageContext) {
    const approved = await this.reviews.approve(request, requireSuperAdmin(context), context);
    return { expense: await this.people.named(viewOf(approved)) };
  }

  @Handles(rejectExpense)
  async reject({ id, reason, ...request }: RequestOf<typeof rejectExpense>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const rejected = await this.streams.execute(await this.queries.find(id), context, (loaded) => ({
      type: 'Reject',
      actor,
      ...expectedOf(request, loaded),
      reason,
    }));
    return { expense: await this.people.named(viewOf(rejected)) };
  }

  @Handles(askAboutExpense)
  async ask(
    { id, question, mentioned: ids = [], ...request }: RequestOf<typeof askAboutExpense>,
    context: MessageContext,
  ) {
    const actor = requireSuperAdmin(context);
    const mentioned = await this.inputs.mentioned(ids, context);
    const asked = await this.streams.execute(await this.queries.find(id), context, (loaded) => ({
      type: 'Ask',
      actor,
      ...expectedOf(request, loaded),
      question,
      mentioned,
    }));
    return { expense: await this.people.named(viewOf(asked)) };
  }

  @Handles(revertExpense)
  async revert({ id, note, ...request }: RequestOf<typeof revertExpense>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const reverted = await this.streams.execute(await this.queries.find(id), context, (loaded) => ({
      type: 'Revert',
      actor,
      ...expectedOf(request, loaded),
      note,
    }));
    return { expense: await this.people.named(viewOf(reverted)) };
  }

  @Handles(amendExpense)
  async amend(request: RequestOf<typeof amendExpense>, context: MessageContext) {
    const amended = await this.reviews.amend(request, requireSuperAdmin(context), context);
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
}
