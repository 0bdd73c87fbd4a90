import { completeDetails, OutlayError, type ExpenseEvent } from '@outlay/contracts';
import { decide, evolve, initialState, type ExpenseCommand, type ExpenseState } from '@outlay/expenses';
import { STATUSES, type Role } from '@outlay/rules';
import type { ExpenseDriver } from './command-sequences.js';
import type { Command, Form, CommandSequence } from './transition-model.js';

const today = '2026-06-15';
const at = `${today}T10:00:00.000Z`;
const owner = { id: 'owner', name: 'Olga Owner', email: 'owner@example.org' };
const rate = { rate: '1', effectiveDate: today, source: 'identity', stale: false, provisional: false };
const receipt = { fileName: 'r.pdf', originalName: 'r.pdf', contentType: 'application/pdf', size: 1, sha256: 'aa' };
const opening = { expenseId: 'EXP-1', owner };
const common = { rate, reimbursementCurrency: 'EUR' as const, today };

type Decide = (command: ExpenseCommand, state: ExpenseState, revision: number) => readonly ExpenseEvent[];

/** Some permission checks run before the domain, so `domainCommands` removes the commands they reject. */
export async function createInDomain(
  sequence: CommandSequence,
  decideWith: Decide = decide,
): Promise<ExpenseDriver | null> {
  let state: ExpenseState = initialState;
  let revision = -1;
  const perform = (command: ExpenseCommand, by: { id: string; role: Role }): boolean => {
    const events = attempt(() => decideWith(command, state, revision));
    for (const event of events ?? []) {
      revision += 1;
      state = evolve(state, { ...event, at, revision, actor: { ...by, email: `${by.id}@example.org` } });
    }
    return events !== null;
  };
  const isCreated = perform(creationCommand(sequence), { id: owner.id, role: sequence.owner });
  if (!isCreated) return null;
  return {
    perform: async (command) => {
      const by = {
        id: command.by === 'owner' ? owner.id : command.by,
        role: command.by === 'owner' ? sequence.owner : command.by,
      };
      return perform(toCommand(command, by, revision), by);
    },
    currentState: async () => ({ status: STATUSES.find((status) => status === state.status) ?? 'deleted', revision }),
  };
}

export function domainCommands(sequence: CommandSequence): CommandSequence {
  const reachesDomain = ({ what, by }: Command) => {
    if (what === 'save' || what === 'submit' || what === 'delete') return true;
    const role = by === 'owner' ? sequence.owner : by;
    return role === 'super_admin' && !(what === 'pay' && by === 'owner');
  };
  return { ...sequence, commands: sequence.commands.filter(reachesDomain) };
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
    details: completeDetails({
      date: today,
      category: 'Restaurant',
      justification: 'Dinner',
      amount: form === 'incomplete' ? null : '10.00',
      currency: 'EUR',
      classification: 'investment',
      noReceipt: form === 'on honour',
    }),
    override: form === 'at an overridden rate' ? { rate: '1.01', reason: 'Bank' } : null,
    receipt: form === 'with a receipt' ? receipt : null,
    ...common,
  };
}

function statusOf(what: 'save' | 'submit') {
  return what === 'save' ? ('draft' as const) : ('submitted' as const);
}

function creationCommand({ owner: role, creation }: CommandSequence): ExpenseCommand {
  if (creation.what !== 'create on behalf') {
    const actor = { id: owner.id, role };
    return { type: 'Create', actor, status: statusOf(creation.what), opening, ...claimOf(creation.form) };
  }
  const { details, receipt } = claimOf(creation.form);
  return {
    type: 'CreateOnBehalf',
    opening,
    isOwnerActive: true,
    ownerRole: 'team_member',
    details,
    receipt,
    ...common,
  };
}

function toCommand(command: Command, actor: { id: string; role: Role }, revision: number): ExpenseCommand {
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
      return {
        type: 'Approve',
        ...reviewing,
        duplicates: [],
        sameReceipt: [],
        duplicatesKnown: false,
        receiptIntact: true,
        onlySuperAdmin: false,
      };
    case 'reject':
    case 'reject without a reason':
      return { type: 'Reject', ...reviewing, reason: command.what === 'reject' ? 'Unreadable' : ' ' };
    case 'revert':
      return { type: 'Revert', ...reviewing, note: null };
    case 'amend':
      return {
        type: 'Amend',
        ...reviewing,
        today,
        onlySuperAdmin: false,
        duplicates: [],
        sameReceipt: [],
        duplicatesKnown: false,
        receiptIntact: true,
        change: { clearOverride: false, metadata: { category: 'IT' } },
      };
    case 'pay':
      return { type: 'Pay', paymentId: 'payment', onRevision: revision };
  }
}
