import { Controller, Req, Res } from '@nestjs/common';
import {
  answerQuestion,
  answerQuestionRoute,
  auditExpense,
  auditExpenseRoute,
  createExpense,
  createExpenseRoute,
  deleteDraft,
  deleteDraftRoute,
  explainExpense,
  explainExpenseRoute,
  followOwnExpensesRoute,
  foreseeDuplicate,
  foreseeDuplicateRoute,
  listOwnExpensesRoute,
  requireActor,
  reviseExpense,
  reviseExpenseRoute,
  summarizeOwnExpensesRoute,
  toExpenseJson,
  toSnakeCase,
  type ReplyOf,
  type RouteBody,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Input, type Call } from '../requests/call.js';
import type { UploadedFile } from '../uploads/multipart-form.js';
import { ReceiptStore } from '../uploads/receipt-store.js';
import { ExpenseLists } from './expense-lists.js';
import { ListChanges } from './list-changes.js';
import { Route } from './route.decorator.js';

type ExpenseForm = RouteBody<typeof createExpenseRoute>;

@Controller()
export class ExpensesController {
  constructor(
    private readonly messages: MessageClient,
    private readonly lists: ExpenseLists,
    private readonly changes: ListChanges,
    private readonly receipts: ReceiptStore,
  ) {}

  @Route(listOwnExpensesRoute)
  list(@Input() call: Call<typeof listOwnExpensesRoute>, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.lists.send('own', call, request, reply);
  }

  @Route(summarizeOwnExpensesRoute)
  summary(@Input() call: Call<typeof summarizeOwnExpensesRoute>) {
    return this.lists.summarize('own', call);
  }

  @Route(foreseeDuplicateRoute)
  async foresee(@Input() { query, context }: Call<typeof foreseeDuplicateRoute>) {
    const { id = null, date, amount, currency, receipt_sha256: hashes } = query;
    const request = { id, date, amount, currency, receiptSha256s: hashes?.split(',') ?? [] };
    return toSnakeCase(await this.messages.call(foreseeDuplicate, request, context));
  }

  @Route(followOwnExpensesRoute)
  async follow(
    @Input() { context }: Call<typeof followOwnExpensesRoute>,
    @Req() _: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    this.changes.follow(requireActor(context).id, reply);
  }

  @Route(createExpenseRoute)
  async create(@Input() { body, file, context }: Call<typeof createExpenseRoute>) {
    return toSavedJson(await this.messages.call(createExpense, await this.toClaim(body, file), context));
  }

  @Route(reviseExpenseRoute)
  async revise(@Input() { params, body, file, expected, context }: Call<typeof reviseExpenseRoute>) {
    const revision = {
      ...(await this.toClaim(body, file)),
      id: params.id,
      removeReceipt: body.removeReceipt,
      ...expected,
    };
    return toSavedJson(await this.messages.call(reviseExpense, revision, context));
  }

  @Route(deleteDraftRoute)
  async delete(@Input() { params, expected, context }: Call<typeof deleteDraftRoute>) {
    await this.messages.call(deleteDraft, { id: params.id, ...expected }, context);
    return { message: 'Draft deleted' };
  }

  @Route(answerQuestionRoute)
  async answer(@Input() { params, body, expected, context }: Call<typeof answerQuestionRoute>) {
    const { expense } = await this.messages.call(
      answerQuestion,
      { id: params.id, ...expected, answer: body.answer },
      context,
    );
    return { message: 'Answer sent successfully!', expense: toExpenseJson(expense) };
  }

  @Route(auditExpenseRoute)
  async audit(@Input() { params, query, context }: Call<typeof auditExpenseRoute>) {
    const { entries } = await this.messages.call(auditExpense, { id: params.id, asOf: query.as_of ?? null }, context);
    return toSnakeCase({ auditLog: entries });
  }

  @Route(explainExpenseRoute)
  async explain(@Input() { params, query, context }: Call<typeof explainExpenseRoute>) {
    const request = { id: params.id, revision: query.revision ?? null, asOf: query.as_of ?? null };
    return toSnakeCase(await this.messages.call(explainExpense, request, context));
  }

  /** The form is validated by now, so an invalid one stores no receipt. */
  private async toClaim(
    { status, details, override, shownCurrency, today, uploaded }: ExpenseForm,
    file: UploadedFile | null,
  ) {
    const receipt = file && (await this.receipts.store(file));
    return { status, details, override, shownCurrency, today, uploaded, receipt };
  }
}

function toSavedJson({ expense, duplicateWarning }: ReplyOf<typeof createExpense>) {
  const message =
    expense.status === 'draft' ? 'Expense saved as draft successfully!' : 'Expense submitted successfully!';
  const warning = duplicateWarning && toSnakeCase({ duplicateWarning });
  return { message, expense: toExpenseJson(expense), ...warning };
}
