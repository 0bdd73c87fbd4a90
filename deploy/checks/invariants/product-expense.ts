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
import { claim, formOf, recentDay } from '@outlay/testing/claims';
import { resultOf, receiptFile } from './claims.js';
import { addPerson, type Installation, type SignedIn } from './installation.js';
import type { ExpenseDriver } from './command-sequences.js';
import type { Command, Form, Creation, OwnerRole, CommandSequence } from './transition-model.js';

export type Actors = Readonly<Record<'owners' | 'others', Readonly<Record<OwnerRole, SignedIn>>>>;

export interface RestExpense extends ExpenseDriver {
  trail(): Promise<AuditEntryJson[]>;
}

export async function addActors(installation: Pick<Installation, 'api' | 'admin'>): Promise<Actors> {
  const addAll = async (name: string) => ({
    team_member: await addPerson(installation, 'team_member', `${name}-member`),
    partner: await addPerson(installation, 'partner', `${name}-partner`),
    super_admin: await addPerson(installation, 'super_admin', `${name}-admin`),
  });
  return { owners: await addAll('owner'), others: await addAll('other') };
}

/** A unique `amount` avoids duplicates. */
export async function createOverRest(
  api: RestClient,
  { owners, others }: Actors,
  { owner: role, creation }: CommandSequence,
  amount: string,
): Promise<RestExpense | null> {
  const owner = owners[role];
  const created = await resultOf(create(api, creation, owner, others.super_admin, amount));
  if ('rejection' in created) return null;
  const { expense } = created.reply;
  return {
    perform: async (command) => {
      const { token } = command.by === 'owner' ? owner : others[command.by];
      return 'reply' in (await resultOf(send(api, command, token, expense, amount)));
    },
    currentState: async () => {
      const listed = await api.call(listOwnExpensesRoute, { token: owner.token });
      return listed.find(({ id }) => id === expense.id) ?? { status: 'deleted', revision: -1 };
    },
    trail: async () =>
      (await api.call(expenseHistoryRoute, { token: others.super_admin.token, params: { id: expense.id } })).history,
  };
}

function create(
  api: RestClient,
  creation: Creation,
  owner: SignedIn,
  admin: SignedIn,
  amount: string,
): Promise<{ expense: ExpenseJson }> {
  if (creation.what !== 'create on behalf') {
    return api.call(createExpenseRoute, { token: owner.token, body: writing(creation, amount) });
  }
  const fields = {
    user_id: owner.user.id,
    date: recentDay(),
    category: 'Restaurant',
    justification: 'Working dinner',
    amount,
    currency: 'EUR',
    no_receipt: String(creation.form === 'on honour'),
  };
  const receipt = creation.form === 'with a receipt' ? receiptFile(amount) : null;
  return api.call(createOnBehalfRoute, { token: admin.token, body: formOf(fields, receipt) });
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
    case 'reject without a reason': {
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
    no_receipt: String(form === 'on honour'),
    ...(form === 'without the receipt' && { remove_receipt: 'true' }),
    ...(form === 'at an overridden rate' && { override_exchange_rate: '1.01', override_reason: 'Bank' }),
  });
  return formOf(fields, form === 'with a receipt' ? receiptFile(amount) : null);
}
