import {
  approveExpenseRoute,
  createExpenseRoute,
  listOwnExpensesRoute,
  listOwnReportsRoute,
  payExpensesRoute,
  rejectExpenseRoute,
  type ExpenseJson,
  type ReportJson,
} from '@outlay/contracts';
import type { AssignableRole } from '@outlay/rules';
import type { RestClient } from '@outlay/seed';
import { eventually } from '@outlay/testing/eventually';
import { claimForm } from '@outlay/testing/claims';
import { join, type SignedIn } from '@outlay/harness/testing/people';
import { asFile, pdfReceipt } from '@outlay/harness/testing/receipts';

type Fields = Readonly<Record<string, string | null>>;

export interface RestDriver {
  readonly api: RestClient;
  addPerson(role: AssignableRole, first: string): Promise<SignedIn>;
  submit(who: SignedIn, fields?: Fields): Promise<ExpenseJson>;
  saveDraft(who: SignedIn, fields?: Fields): Promise<ExpenseJson>;
  approve(expense: ExpenseJson): Promise<ExpenseJson>;
  reject(expense: ExpenseJson, reason: string): Promise<ExpenseJson>;
  pay(who: SignedIn, expenses: readonly ExpenseJson[]): Promise<ReportJson>;
  find(who: SignedIn, justification: string): Promise<ExpenseJson | undefined>;
}

export function createRestDriver(api: RestClient, admin: SignedIn): RestDriver {
  let submitted = 0;
  return {
    api,
    addPerson: (role, first) => join(api, admin, role, first),
    submit: async (who, fields = {}) => {
      const receipt = asFile(
        pdfReceipt(`${fields.justification ?? 'Receipt'} ${(submitted += 1)}`),
        'receipt.pdf',
        'application/pdf',
      );
      return (await api.call(createExpenseRoute, { token: who.token, body: claimForm(fields, receipt) })).expense;
    },
    saveDraft: async (who, fields = {}) => {
      const body = claimForm({ ...fields, status: 'draft' });
      return (await api.call(createExpenseRoute, { token: who.token, body })).expense;
    },
    approve: async ({ expense_id, revision }) => {
      const request = { token: admin.token, params: { id: expense_id }, body: { revision } };
      return (await api.call(approveExpenseRoute, request)).expense;
    },
    reject: async ({ expense_id }, reason) => {
      const request = { token: admin.token, params: { id: expense_id }, body: { admin_notes: reason } };
      return (await api.call(rejectExpenseRoute, request)).expense;
    },
    pay: async ({ token, user }, expenses) => {
      const { payment_id } = await api.call(payExpensesRoute, {
        token: admin.token,
        body: {
          expense_ids: expenses.map(({ expense_id }) => expense_id),
          user_name: `${user.first_name} ${user.last_name}`,
        },
      });
      return eventually(async () => {
        const { reports } = await api.call(listOwnReportsRoute, { token });
        return reports.find((report) => report.payment_id === payment_id && report.status === 'ready');
      });
    },
    find: async ({ token }, justification) => {
      const own = await api.call(listOwnExpensesRoute, { token });
      return own.find((expense) => expense.justification === justification);
    },
  };
}
