import type { AuditEntryJson } from '@outlay/contracts';
import type { SignedIn } from './open-product.js';
import type { Cast, RestExpense } from './product-expense.js';
import type { Command, Story } from './transition-model.js';

/** A command that changed something: the revisions it wrote, who gave it, and what the trail must call it. */
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
  'reject without a word': [],
  revert: ['status_changed'],
  amend: ['admin_edit'],
  pay: ['paid'],
};

/** Leads a story to its end over REST; every change that came of it, as the caller saw it. */
export async function changesOf(
  expense: RestExpense,
  { owner, opening, commands }: Story,
  cast: Cast,
): Promise<Change[]> {
  let { revision } = await expense.look();
  const creator = opening.what === 'create on behalf' ? cast.others.super_admin : cast.owners[owner];
  const changes: Change[] = [{ first: 0, last: revision, by: creator, actions: ['created'] }];
  for (const command of commands) {
    await expense.perform(command);
    const now = (await expense.look()).revision;
    const by = command.by === 'owner' ? cast.owners[owner] : cast.others[command.by];
    if (now > revision) changes.push({ first: revision + 1, last: now, by, actions: ACTIONS[command.what] });
    revision = now;
  }
  return changes;
}

type Entry = Pick<AuditEntryJson, 'action' | 'revision' | 'changed_by_email' | 'changed_by_role'>;

/** What the trail leaves out or says of somebody else, change by change; null for each that is told in full. */
export function trailProblems(changes: readonly Change[], trail: readonly Entry[]): (string | null)[] {
  const untold = trail.filter(
    ({ revision }) => !changes.some(({ first, last }) => first <= revision && revision <= last),
  );
  const problems = changes.map(({ first, last, by, actions }) => {
    const entries = trail.filter(({ revision }) => first <= revision && revision <= last);
    if (!entries.some(({ action }) => actions.includes(action)))
      return `Revision ${first} has no entry "${actions.join('" or "')}"`;
    const { email, role } = by.user;
    const other = entries.find((entry) => entry.changed_by_email !== email || entry.changed_by_role !== role);
    return other ? `Revision ${other.revision} was done by ${email}, not ${other.changed_by_email}` : null;
  });
  return [...problems, ...untold.map(({ action, revision }) => `Nobody did the "${action}" of revision ${revision}`)];
}
