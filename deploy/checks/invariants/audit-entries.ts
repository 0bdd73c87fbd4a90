import type { AuditEntryJson } from '@outlay/contracts';
import type { SignedIn } from './installation.js';
import type { Actors, RestExpense } from './product-expense.js';
import type { Command, CommandSequence } from './transition-model.js';

export interface Change {
  readonly first: number;
  readonly last: number;
  readonly by: { readonly user: Pick<SignedIn['user'], 'email' | 'role'> };
  readonly actions: readonly AuditEntryJson['action'][];
}

const ACTIONS: Readonly<Record<Command['what'], Change['actions']>> = {
  save: ['updated', 'status_changed', 'fx_override'],
  submit: ['updated', 'status_changed', 'fx_override'],
  delete: ['status_changed'],
  approve: ['approved'],
  reject: ['rejected'],
  'reject without a reason': [],
  revert: ['status_changed'],
  amend: ['admin_edit'],
  pay: ['paid'],
};

export async function changesOf(
  expense: RestExpense,
  { owner, creation, commands }: CommandSequence,
  actors: Actors,
): Promise<Change[]> {
  let { revision } = await expense.currentState();
  const creator = creation.what === 'create on behalf' ? actors.others.super_admin : actors.owners[owner];
  const changes: Change[] = [{ first: 0, last: revision, by: creator, actions: ['created'] }];
  for (const command of commands) {
    await expense.perform(command);
    const now = (await expense.currentState()).revision;
    const by = command.by === 'owner' ? actors.owners[owner] : actors.others[command.by];
    if (now > revision) changes.push({ first: revision + 1, last: now, by, actions: ACTIONS[command.what] });
    revision = now;
  }
  return changes;
}

type Entry = Pick<AuditEntryJson, 'action' | 'revision' | 'changed_by_email' | 'changed_by_role'>;

export function trailProblems(changes: readonly Change[], trail: readonly Entry[]): (string | null)[] {
  const unexplained = trail.filter(
    ({ revision }) => !changes.some(({ first, last }) => first <= revision && revision <= last),
  );
  const problems = changes.map(({ first, last, by, actions }) => {
    const entries = trail.filter(({ revision }) => first <= revision && revision <= last);
    if (!entries.some(({ action }) => actions.includes(action)))
      return `Revision ${first} has no entry "${actions.join('" or "')}"`;
    const { email, role } = by.user;
    const other = entries.find((entry) => entry.changed_by_email !== email || entry.changed_by_role !== role);
    return other ? `Revision ${other.revision} was made by ${email}, not ${other.changed_by_email}` : null;
  });
  return [
    ...problems,
    ...unexplained.map(({ action, revision }) => `No change made the entry "${action}" of revision ${revision}`),
  ];
}
