import { Controller, Inject, Req, Res } from '@nestjs/common';
import {
  amendExpense,
  amendExpenseRoute,
  approveExpense,
  approveExpenseRoute,
  askAboutExpense,
  askAboutExpenseRoute,
  auditExpense,
  createOnBehalf,
  createOnBehalfRoute,
  expenseHistoryRoute,
  EXPORT_TYPES,
  exportExpensesRoute,
  findDuplicates,
  findDuplicatesRoute,
  followAllExpensesRoute,
  listAllExpensesRoute,
  listExpenseStatesRoute,
  rejectExpense,
  rejectExpenseRoute,
  revertExpense,
  revertExpenseRoute,
  showAnalytics,
  showAnalyticsRoute,
  showDecision,
  showDecisionRoute,
  summarizeAllExpensesRoute,
  toAnalyticsJson,
  toDecisionJson,
  toDuplicateJson,
  toExpenseJson,
  toSnakeCase,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessTrail } from '../access/access-trail.js';
import { contentDisposition } from '../files/content-disposition.js';
import { Input, type Call } from '../requests/call.js';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { ReceiptStore } from '../uploads/receipt-store.js';
import { ExpenseLists } from './expense-lists.js';
import { ALL_EXPENSES, ListChanges } from './list-changes.js';
import { Route } from './route.decorator.js';

@Controller()
export class AdminExpensesController {
  constructor(
    private readonly messages: MessageClient,
    private readonly lists: ExpenseLists,
    private readonly changes: ListChanges,
    private readonly receipts: ReceiptStore,
    private readonly access: AccessTrail,
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
  ) {}

  @Route(listAllExpensesRoute)
  list(@Input() call: Call<typeof listAllExpensesRoute>, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.lists.send('all', call, request, reply);
  }

  @Route(listExpenseStatesRoute)
  states(
    @Input() call: Call<typeof listExpenseStatesRoute>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.lists.send('all', call, request, reply, true);
  }

  @Route(summarizeAllExpensesRoute)
  summary(@Input() call: Call<typeof summarizeAllExpensesRoute>) {
    return this.lists.summarize('all', call);
  }

  @Route(exportExpensesRoute)
  async export(
    @Input() call: Call<typeof exportExpensesRoute>,
    @Req() _request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { format, as_of: asOf } = call.query;
    const now = this.ports.clock.now();
    const table = await this.lists.table(call, format, now);
    await this.access.exported('expenses', call.context);
    const day = (asOf ?? now.toISOString()).slice(0, 10);
    await reply
      .type(EXPORT_TYPES[format])
      .header('content-disposition', contentDisposition('attachment', `expenses_${day}.${format}`))
      .header('cache-control', 'no-store')
      .send(table);
  }

  @Route(showAnalyticsRoute)
  async analytics(@Input() { query, context }: Call<typeof showAnalyticsRoute>) {
    const { from, to, status: statuses, as_of: asOf } = query;
    return toAnalyticsJson(await this.messages.call(showAnalytics, { from, to, statuses, asOf }, context));
  }

  @Route(followAllExpensesRoute)
  async follow(
    @Input() _call: Call<typeof followAllExpensesRoute>,
    @Req() _: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    this.changes.follow(ALL_EXPENSES, reply);
  }

  @Route(createOnBehalfRoute)
  async create(@Input() { body, file, context }: Call<typeof createOnBehalfRoute>) {
    const receipt = file && (await this.receipts.store(file));
    const { expense } = await this.messages.call(createOnBehalf, { ...body, receipt }, context);
    return { message: 'Expense created successfully!', expense: toExpenseJson(expense) };
  }

  @Route(amendExpenseRoute)
  async amend(@Input() { params, body, expected, context }: Call<typeof amendExpenseRoute>) {
    const { expense } = await this.messages.call(amendExpense, { ...body, ...expected, id: params.id }, context);
    return { message: 'Expense updated successfully!', expense: toExpenseJson(expense) };
  }

  @Route(approveExpenseRoute)
  async approve(@Input() { params, body, expected, context }: Call<typeof approveExpenseRoute>) {
    const { expense } = await this.messages.call(
      approveExpense,
      {
        id: params.id,
        ...expected,
        receiptSha256: body.receipt_sha256,
        approveAnyway: body.approve_anyway ?? false,
      },
      context,
    );
    return { message: 'Expense approved successfully!', expense: toExpenseJson(expense) };
  }

  @Route(rejectExpenseRoute)
  async reject(@Input() { params, body, expected, context }: Call<typeof rejectExpenseRoute>) {
    const { expense } = await this.messages.call(
      rejectExpense,
      { id: params.id, ...expected, reason: body.admin_notes },
      context,
    );
    return { message: 'Expense rejected successfully!', expense: toExpenseJson(expense) };
  }

  @Route(askAboutExpenseRoute)
  async ask(@Input() { params, body, expected, context }: Call<typeof askAboutExpenseRoute>) {
    const { expense } = await this.messages.call(
      askAboutExpense,
      { id: params.id, ...expected, question: body.question, mentioned: body.mentioned },
      context,
    );
    return { message: 'Question sent successfully!', expense: toExpenseJson(expense) };
  }

  @Route(revertExpenseRoute)
  async revert(@Input() { params, body, expected, context }: Call<typeof revertExpenseRoute>) {
    const { expense } = await this.messages.call(
      revertExpense,
      { id: params.id, ...expected, note: body.admin_notes ?? null },
      context,
    );
    return { message: 'Expense reverted to submitted successfully!', expense: toExpenseJson(expense) };
  }

  @Route(findDuplicatesRoute)
  async duplicates(@Input() { params, context }: Call<typeof findDuplicatesRoute>) {
    const { duplicates } = await this.messages.call(findDuplicates, { id: params.id }, context);
    return { duplicates: duplicates.map(toDuplicateJson) };
  }

  @Route(expenseHistoryRoute)
  async history(@Input() { params, query, context }: Call<typeof expenseHistoryRoute>) {
    const { entries } = await this.messages.call(auditExpense, { id: params.id, asOf: query.as_of ?? null }, context);
    return { history: toSnakeCase(entries) };
  }

  @Route(showDecisionRoute)
  async decision(@Input() { params, context }: Call<typeof showDecisionRoute>) {
    return toDecisionJson(
      await this.messages.call(showDecision, { id: params.id, revision: params.revision }, context),
    );
  }
}
