import { OutlayError, type ExpenseEvent } from '@outlay/contracts';
import { decide, evolve, initialState, type ExpenseCommand, type ExpenseState } from '@outlay/expenses';
import type { Role } from '@outlay/rules';
import type { Actual } from './stories.js';
import type { Command, Form, Story } from './transition-model.js';

const today = '2026-06-15';
const at = `${today}T10:00:00.000Z`;
const owner = { id: 'owner', name: 'Olga Owner', email: 'owner@example.org' };
const rate = { rate: '1', effectiveDate: today, source: 'identity', stale: false, provisional: false };
const receipt = { fileName: 'r.pdf', originalName: 'r.pdf', contentType: 'application/pdf', size: 1, sha256: 'aa' };
const opening = { expenseId: 'EXP-1', owner };
const common = { rate, reimbursementCurrency: 'EUR' as const, today };

type Decide = (command: ExpenseCommand, state: ExpenseState, revision: number) => readonly ExpenseEvent[];

/**
 * The domain alone as a story's subject. That only super admins decide, and nobody pays their own, is settled before
 * the domain is asked, so such commands are left out of the story (see `withinDomain`).
 */
export async function beginInDomain(story: Story, decideWith: Decide = decide): Promise<Actual | null> {
  let state: ExpenseState = initialState;
  let revision = -1;
  const perform = (command: ExpenseCommand, by: { id: string; role: Role }): boolean => {
    const facts = attempt(() => decideWith(command, state, revision));
    for (const fact of facts ?? []) {
      revision += 1;
      state = evolve(state, { ...fact, at, revision, actor: { ...by, email: `${by.id}@example.org` } });
    }
    return facts !== null;
  };
  const begun = perform(openingCommand(story), { id: owner.id, role: story.owner });
  if (!begun) return null;
  return {
    perform: async (command) => {
      const by = {
        id: command.by === 'owner' ? owner.id : command.by,
        role: command.by === 'owner' ? story.owner : command.by,
      };
      return perform(toCommand(command, by), by);
    },
    look: async () => ({ status: state.status, revision }),
  };
}

/** The story without what the domain is never asked. */
export function withinDomain(story: Story): Story {
  const isAsked = ({ what, by }: Command) => {
    if (what === 'save' || what === 'submit' || what === 'delete') return true;
    const role = by === 'owner' ? story.owner : by;
    return role === 'super_admin' && !(what === 'pay' && by === 'owner');
  };
  return { ...story, commands: story.commands.filter(isAsked) };
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof OutlayError) return null;
    throw error;
  }
}

function claimOf(form: Form) {
  return {
    details: {
      date: today,
      category: 'Restaurant',
      justification: 'Dinner',
      amount: form === 'incomplete' ? null : '10.00',
      currency: 'EUR',
      classification: 'investment',
      vatAmount: null,
      noReceipt: form === 'on honor',
    },
    override: form === 'at an overridden rate' ? { rate: '1.01', reason: 'Bank' } : null,
    receipt: form === 'with a receipt' ? receipt : null,
    ...common,
  };
}

function statusOf(what: 'save' | 'submit') {
  return what === 'save' ? ('draft' as const) : ('submitted' as const);
}

function openingCommand({ owner: role, opening: first }: Story): ExpenseCommand {
  if (first.what !== 'create on behalf') {
    const actor = { id: owner.id, role };
    return { type: 'Create', actor, status: statusOf(first.what), opening, ...claimOf(first.form) };
  }
  return { type: 'CreateOnBehalf', opening, details: claimOf('as it was').details, ...common };
}

function toCommand(command: Command, actor: { id: string; role: Role }): ExpenseCommand {
  const reviewing = { actor, expectedRevision: null };
  switch (command.what) {
    case 'save':
    case 'submit': {
      const removeReceipt = command.form === 'without the receipt';
      return { type: 'Revise', ...reviewing, removeReceipt, status: statusOf(command.what), ...claimOf(command.form) };
    }
    case 'delete':
      return { type: 'DeleteDraft', ...reviewing };
    case 'approve':
      return { type: 'Approve', ...reviewing, duplicates: [], duplicatesKnown: false, onlySuperAdmin: false };
    case 'reject':
    case 'reject without a word':
      return { type: 'Reject', ...reviewing, reason: command.what === 'reject' ? 'Unreadable' : ' ' };
    case 'revert':
      return { type: 'Revert', ...reviewing, note: null };
    case 'amend':
      return {
        type: 'Amend',
        ...reviewing,
        today,
        onlySuperAdmin: false,
        change: { clearOverride: false, metadata: { category: 'IT' } },
      };
    case 'pay':
      return { type: 'Pay', paymentId: 'payment' };
  }
}
