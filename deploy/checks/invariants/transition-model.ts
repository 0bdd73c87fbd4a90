/**
 * The state machine of, with the form of and the roles of; nobody reviews or pays their own claims.
 * It imports nothing of the product, to be independent of it.
 */
export type OwnerRole = 'team_member' | 'partner' | 'super_admin';
/** The owner, or another person with that role. */
export type Person = 'owner' | OwnerRole;
export type Status = 'draft' | 'submitted' | 'approved' | 'rejected' | 'paid' | 'deleted';

export const FORMS = [
  'with a receipt',
  'as it was',
  'without the receipt',
  'on honour',
  'incomplete',
  'at an overridden rate',
] as const;
export type Form = (typeof FORMS)[number];

export const DECISIONS = ['approve', 'reject', 'reject without a reason', 'revert', 'amend', 'pay'] as const;
export type Decision = (typeof DECISIONS)[number];
export type Command =
  | { readonly what: 'save' | 'submit'; readonly by: Person; readonly form: Form }
  | { readonly what: 'delete' | Decision; readonly by: Person };
/** The last is neither receipt nor declaration. */
export const FORMS_ON_BEHALF = ['with a receipt', 'on honour', 'as it was'] as const satisfies readonly Form[];
export type Creation =
  | { readonly what: 'save' | 'submit'; readonly form: Form }
  | { readonly what: 'create on behalf'; readonly form: (typeof FORMS_ON_BEHALF)[number] };

export interface CommandSequence {
  readonly owner: OwnerRole;
  readonly creation: Creation;
  readonly commands: readonly Command[];
}

export interface Model {
  readonly status: Status;
  readonly receipt: boolean;
  /** Whether it is complete and has a receipt, an honour declaration, or was created by an admin. */
  readonly submittable: boolean;
}

const open = { draft: 'draft', submitted: 'submitted', approved: 'approved', rejected: 'rejected' } as const;
const NEXT_STATUS: Readonly<Record<Command['what'], Partial<Record<Status, Status>>>> = {
  save: { draft: 'draft', submitted: 'draft', rejected: 'draft' },
  submit: { draft: 'submitted', submitted: 'submitted', rejected: 'submitted' },
  delete: { draft: 'deleted', deleted: 'deleted' },
  approve: { draft: 'approved', submitted: 'approved', rejected: 'approved', approved: 'approved' },
  reject: { draft: 'rejected', submitted: 'rejected', approved: 'rejected', rejected: 'rejected' },
  'reject without a reason': {},
  revert: { draft: 'submitted', approved: 'submitted', rejected: 'submitted', submitted: 'submitted' },
  amend: open,
  pay: { approved: 'paid', paid: 'paid' },
};

export function initialModel({ owner, creation }: CommandSequence): Model | null {
  if (creation.what === 'create on behalf') {
    if (creation.form === 'as it was') return null;
    return { status: 'submitted', receipt: creation.form === 'with a receipt', submittable: true };
  }
  return written({ status: 'draft', receipt: false, submittable: false }, owner, creation);
}

/** Null if the command is rejected. */
export function next(model: Model, owner: OwnerRole, command: Command): Model | null {
  const status = NEXT_STATUS[command.what][model.status];
  if (status === undefined) return null;
  if (command.what === 'save' || command.what === 'submit') {
    return command.by === 'owner' ? written(model, owner, command) : null;
  }
  if (command.what === 'delete') return command.by === 'owner' ? { ...model, status } : null;
  if ((command.by === 'owner' ? owner : command.by) !== 'super_admin') return null;
  const own = command.by === 'owner';
  if (command.what === 'amend') return own && status === 'approved' ? null : model;
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
  if (!isPrivileged && (form === 'on honour' || form === 'at an overridden rate')) return null;
  const receipt = form === 'with a receipt' || (before.receipt && form !== 'without the receipt');
  const submittable = form !== 'incomplete' && (receipt || form === 'on honour');
  if (what === 'submit' && !submittable) return null;
  return { status: what === 'save' ? 'draft' : 'submitted', receipt, submittable };
}
