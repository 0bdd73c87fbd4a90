import { Controller } from '@nestjs/common';
import {
  amendExpense,
  amendExpenseRoute,
  approveExpense,
  approveExpenseRoute,
  auditExpense,
  createOnBehalf,
  createOnBehalfRoute,
  expenseHistoryRoute,
  findDuplicates,
  findDuplicatesRoute,
  listAllExpensesRoute,
  rejectExpense,
  rejectExpenseRoute,
  revertExpense,
  revertExpenseRoute,
  toAuditEntryJson,
  toExpenseJson,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { Input, type Call } from '../requests/call.js';
import { amendment, claimOnBehalf } from './admin-expense-requests.js';
import { expenseList } from './expense-list.js';
import { Route } from './route.decorator.js';

@Controller()
export class AdminExpensesController {
  constructor(private readonly messages: MessageClient) {}

  @Route(listAllExpensesRoute)
  list(@Input() { context }: Call<typeof listAllExpensesRoute>) {
    return expenseList(this.messages, 'all', context);
  }

  @Route(createOnBehalfRoute)
  async create(@Input() { body, context }: Call<typeof createOnBehalfRoute>) {
    const { expense } = await this.messages.call(createOnBehalf, claimOnBehalf(body), context);
    return { message: 'Expense created successfully!', expense: toExpenseJson(expense) };
  }

  @Route(amendExpenseRoute)
  async amend(@Input() { params, body, context }: Call<typeof amendExpenseRoute>) {
    const { expense } = await this.messages.call(amendExpense, amendment(params.id, body), context);
    return { message: 'Expense updated successfully!', expense: toExpenseJson(expense) };
  }

  @Route(approveExpenseRoute)
  async approve(@Input() { params, body, context }: Call<typeof approveExpenseRoute>) {
    const { expense } = await this.messages.call(
      approveExpense,
      { id: params.id, expectedRevision: body.revision ?? null, approveAnyway: body.approve_anyway ?? false },
      context,
    );
    return { message: 'Expense approved successfully!', expense: toExpenseJson(expense) };
  }

  @Route(rejectExpenseRoute)
  async reject(@Input() { params, body, context }: Call<typeof rejectExpenseRoute>) {
    const { expense } = await this.messages.call(
      rejectExpense,
      { id: params.id, expectedRevision: body.revision ?? null, reason: body.admin_notes.trim() },
      context,
    );
    return { message: 'Expense rejected successfully!', expense: toExpenseJson(expense) };
  }

  @Route(revertExpenseRoute)
  async revert(@Input() { params, body, context }: Call<typeof revertExpenseRoute>) {
    const { expense } = await this.messages.call(
      revertExpense,
      { id: params.id, expectedRevision: body.revision ?? null, note: body.admin_notes?.trim() || null },
      context,
    );
    return { message: 'Expense reverted to submitted successfully!', expense: toExpenseJson(expense) };
  }

  @Route(findDuplicatesRoute)
  async duplicates(@Input() { params, context }: Call<typeof findDuplicatesRoute>) {
    const { duplicates } = await this.messages.call(findDuplicates, { id: params.id }, context);
    return { duplicates: duplicates.map(toExpenseJson) };
  }

  @Route(expenseHistoryRoute)
  async history(@Input() { params, context }: Call<typeof expenseHistoryRoute>) {
    const { entries } = await this.messages.call(auditExpense, { id: params.id }, context);
    return { history: entries.map(toAuditEntryJson) };
  }
}
