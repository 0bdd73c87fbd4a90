import {
  amendExpenseRoute,
  approveExpenseRoute,
  createExpenseRoute,
  createOnBehalfRoute,
  deleteDraftRoute,
  expenseHistoryRoute,
  listOwnExpensesRoute,
  payExpensesRoute,
  rejectExpenseRoute,
  reviseExpenseRoute,
  revertExpenseRoute,
  type AuditEntryJson,
  type ExpenseJson,
} from '@outlay/contracts';
import type { RestClient } from '@outlay/seed';
import { answerTo, claim, formOf, receiptFile, recentDay } from './claims.js';
import { hire, type Office, type SignedIn } from './open-product.js';
import type { Actual } from './stories.js';
import type { Command, Form, Opening, OwnerRole, Story } from './transition-model.js';

/** Who owns expenses and who else there is, one of each role. */
export type Cast = Readonly<Record<'owners' | 'others', Readonly<Record<OwnerRole, SignedIn>>>>;

export interface RestExpense extends Actual {
  trail(): Promise<AuditEntryJson[]>;
}

/** Two people of each role: who owns, and who else there is. */
export async function hireCast(office: Pick<Office, 'api' | 'admin'>): Promise<Cast> {
  const hireAll = async (name: string) => ({
    team_member: await hire(office, 'team_member', `${name}-member`),
    partner: await hire(office, 'partner', `${name}-partner`),
    super_admin: await hire(office, 'super_admin', `${name}-admin`),
  });
  return { owners: await hireAll('owner'), others: await hireAll('other') };
}

/** A story's subject over REST. `amount` is the story's own, so that no two expenses look alike. */
export async function beginOverRest(
  api: RestClient,
  { owners, others }: Cast,
  { owner: role, opening }: Story,
  amount: string,
): Promise<RestExpense | null> {
  const owner = owners[role];
  const created = await answerTo(create(api, opening, owner, others.super_admin, amount));
  if ('refusal' in created) return null;
  const { expense } = created.reply;
  return {
    perform: async (command) => {
      const { token } = command.by === 'owner' ? owner : others[command.by];
      return 'reply' in (await answerTo(send(api, command, token, expense, amount)));
    },
    look: async () => {
      const listed = await api.call(listOwnExpensesRoute, { token: owner.token });
      return listed.find(({ id }) => id === expense.id) ?? { status: 'gone', revision: -1 };
    },
    trail: async () =>
      (await api.call(expenseHistoryRoute, { token: others.super_admin.token, params: { id: expense.id } })).history,
  };
}

function create(
  api: RestClient,
  opening: Opening,
  owner: SignedIn,
  admin: SignedIn,
  amount: string,
): Promise<{ expense: ExpenseJson }> {
  if (opening.what !== 'create on behalf') {
    return api.call(createExpenseRoute, { token: owner.token, body: writing(opening, amount) });
  }
  const body = {
    user_id: owner.user.id,
    date: recentDay(),
    category: 'Restaurant',
    justification: 'Working dinner',
    amount,
    currency: 'EUR',
  };
  return api.call(createOnBehalfRoute, { token: admin.token, body });
}

function send(api: RestClient, command: Command, token: string, { id, user_name }: ExpenseJson, amount: string) {
  const request = { token, params: { id } };
  switch (command.what) {
    case 'save':
    case 'submit':
      return api.call(reviseExpenseRoute, { ...request, body: writing(command, amount) });
    case 'delete':
      return api.call(deleteDraftRoute, request);
    case 'approve':
      return api.call(approveExpenseRoute, { ...request, body: {} });
    case 'reject':
    case 'reject without a word': {
      const admin_notes = command.what === 'reject' ? 'Unreadable' : ' ';
      return api.call(rejectExpenseRoute, { ...request, body: { admin_notes } });
    }
    case 'revert':
      return api.call(revertExpenseRoute, { ...request, body: {} });
    case 'amend':
      return api.call(amendExpenseRoute, { ...request, body: { metadata: { category: 'IT' } } });
    case 'pay':
      return api.call(payExpensesRoute, { token, body: { expense_ids: [id], user_name } });
  }
}

function writing({ what, form }: { what: 'save' | 'submit'; form: Form }, amount: string): FormData {
  const fields = claim({
    amount: form === 'incomplete' ? '' : amount,
    status: what === 'save' ? 'draft' : 'submitted',
    no_receipt: String(form === 'on honor'),
    ...(form === 'without the receipt' && { remove_receipt: 'true' }),
    ...(form === 'at an overridden rate' && { override_exchange_rate: '1.01', override_reason: 'Bank' }),
  });
  return formOf(fields, form === 'with a receipt' ? receiptFile(amount) : null);
}
