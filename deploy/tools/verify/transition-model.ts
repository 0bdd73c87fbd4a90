/**
 * What may be done to an expense, by whom, and where it leads: written from the specification (§4 states, §5 the
 * expense form, §6 roles) and the decision that nobody decides on money for themselves. It imports nothing
 * of the product, so that the two can disagree.
 */
export type OwnerRole = 'team_member' | 'partner' | 'super_admin';
/** The owner, or somebody else of that role. */
export type Person = 'owner' | OwnerRole;
export type Status = 'draft' | 'submitted' | 'approved' | 'rejected' | 'paid' | 'gone';

export const FORMS = [
  'with a receipt',
  'as it was',
  'without the receipt',
  'on honor',
  'incomplete',
  'at an overridden rate',
] as const;
export type Form = (typeof FORMS)[number];

export const DECISIONS = ['approve', 'reject', 'reject without a word', 'revert', 'amend', 'pay'] as const;
export type Decision = (typeof DECISIONS)[number];
export type Command =
  | { readonly what: 'save' | 'submit'; readonly by: Person; readonly form: Form }
  | { readonly what: 'delete' | Decision; readonly by: Person };
export type Opening = { readonly what: 'save' | 'submit'; readonly form: Form } | { readonly what: 'create on behalf' };

export interface Story {
  readonly owner: OwnerRole;
  readonly opening: Opening;
  readonly commands: readonly Command[];
}

export interface Model {
  readonly status: Status;
  readonly receipt: boolean;
  /** Whether it says everything, and is covered by a receipt, a declaration, or the admin who created it. */
  readonly submittable: boolean;
}

const open = { draft: 'draft', submitted: 'submitted', approved: 'approved', rejected: 'rejected' } as const;
const LEADS_TO: Readonly<Record<Command['what'], Partial<Record<Status, Status>>>> = {
  save: { draft: 'draft', submitted: 'draft', rejected: 'draft' },
  submit: { draft: 'submitted', submitted: 'submitted', rejected: 'submitted' },
  delete: { draft: 'gone', gone: 'gone' },
  approve: { draft: 'approved', submitted: 'approved', rejected: 'approved', approved: 'approved' },
  reject: { draft: 'rejected', submitted: 'rejected', approved: 'rejected', rejected: 'rejected' },
  'reject without a word': {},
  revert: { draft: 'submitted', approved: 'submitted', rejected: 'submitted', submitted: 'submitted' },
  amend: open,
  pay: { approved: 'paid', paid: 'paid' },
};

/** What a story begins with; null where it is refused. */
export function opened({ owner, opening }: Story): Model | null {
  // A super admin who creates on behalf chooses a receipt file which the documented call does not carry.
  if (opening.what === 'create on behalf') return { status: 'submitted', receipt: false, submittable: true };
  return written({ status: 'draft', receipt: false, submittable: false }, owner, opening);
}

/** The expense after a command; null where the command is refused. */
export function after(model: Model, owner: OwnerRole, command: Command): Model | null {
  const status = LEADS_TO[command.what][model.status];
  if (status === undefined) return null;
  if (command.what === 'save' || command.what === 'submit') {
    return command.by === 'owner' ? written(model, owner, command) : null;
  }
  if (command.what === 'delete') return command.by === 'owner' ? { ...model, status } : null;
  if ((command.by === 'owner' ? owner : command.by) !== 'super_admin') return null;
  const own = command.by === 'owner';
  if (command.what === 'amend') return own && status === 'approved' ? null : model;
  // Done already: a repetition changes nothing.
  if (status === model.status) return model;
  if (own && (command.what === 'approve' || command.what === 'pay')) return null;
  if (!model.submittable && (command.what === 'approve' || command.what === 'revert')) return null;
  return { ...model, status };
}

function written(
  before: Model,
  owner: OwnerRole,
  { what, form }: { what: 'save' | 'submit'; form: Form },
): Model | null {
  const isPrivileged = owner !== 'team_member';
  if (!isPrivileged && (form === 'on honor' || form === 'at an overridden rate')) return null;
  const receipt = form === 'with a receipt' || (before.receipt && form !== 'without the receipt');
  const submittable = form !== 'incomplete' && (receipt || form === 'on honor');
  if (what === 'submit' && !submittable) return null;
  return { status: what === 'save' ? 'draft' : 'submitted', receipt, submittable };
}
