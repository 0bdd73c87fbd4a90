import {
  amendExpenseRoute,
  approveExpenseRoute,
  eventMetadata,
  payExpensesRoute,
  rejectExpenseRoute,
  revertExpenseRoute,
  type ExpenseJson,
} from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import type { RestClient } from '@outlay/seed';
import type { SignedIn } from './installation.js';

export const DECISIONS = ['approve', 'reject', 'revert'] as const;
export type Decision = (typeof DECISIONS)[number];

/** The part of a stored event that `readReview` keeps. */
export interface ReviewEvent {
  readonly type: string;
  readonly revision: number;
  readonly data: unknown;
  readonly by: string;
}

export async function decide(
  api: RestClient,
  decision: Decision,
  { token }: SignedIn,
  { id }: Pick<ExpenseJson, 'id'>,
  revision?: number,
): Promise<ExpenseJson> {
  const call = { token, params: { id } };
  switch (decision) {
    case 'approve':
      return (await api.call(approveExpenseRoute, { ...call, body: { revision } })).expense;
    case 'reject':
      return (await api.call(rejectExpenseRoute, { ...call, body: { revision, admin_notes: 'Unreadable' } })).expense;
    case 'revert':
      return (await api.call(revertExpenseRoute, { ...call, body: { revision } })).expense;
  }
}

export async function amend(
  api: RestClient,
  { token }: SignedIn,
  { id }: Pick<ExpenseJson, 'id'>,
  change: object,
): Promise<ExpenseJson> {
  return (await api.call(amendExpenseRoute, { token, params: { id }, body: change })).expense;
}

export function pay(api: RestClient, { token }: SignedIn, { id, user_name }: ExpenseJson) {
  return api.call(payExpensesRoute, { token, body: { expense_ids: [id], user_name } });
}

export async function readReview(events: EventStore, { id }: Pick<ExpenseJson, 'id'>): Promise<ReviewEvent[]> {
  const stored = await events.readStream(`expense-${id}`);
  return stored.map(({ type, revision, data, metadata }) => ({
    type,
    revision,
    data,
    by: eventMetadata.parse(metadata).actor.email,
  }));
}
