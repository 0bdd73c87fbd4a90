export const STATUSES = ['draft', 'submitted', 'approved', 'rejected', 'paid'] as const;
export type Status = (typeof STATUSES)[number];

/** The actions of an owner (saveDraft, submit, delete) and of a super admin (the others). */
export const ACTIONS = ['saveDraft', 'submit', 'delete', 'approve', 'reject', 'revert', 'amend', 'pay'] as const;
export type Action = (typeof ACTIONS)[number];

/** The table of. Repeated actions are not listed, because callers treat them as no-ops. */
export const TRANSITIONS = {
  saveDraft: { from: ['draft', 'submitted', 'rejected'], to: 'draft' },
  submit: { from: ['draft', 'submitted', 'rejected'], to: 'submitted' },
  delete: { from: ['draft'], to: 'deleted' },
  approve: { from: ['draft', 'submitted', 'rejected'], to: 'approved' },
  reject: { from: ['draft', 'submitted', 'approved'], to: 'rejected' },
  revert: { from: ['draft', 'approved', 'rejected'], to: 'submitted' },
  amend: { from: ['draft', 'submitted', 'approved', 'rejected'], to: 'same' },
  pay: { from: ['approved'], to: 'paid' },
} as const satisfies Record<Action, { from: readonly Status[]; to: Status | 'deleted' | 'same' }>;

export function isAllowed(action: Action, status: Status): boolean {
  return (TRANSITIONS[action].from as readonly Status[]).includes(status);
}

export function isEditable(status: Status): boolean {
  return isAllowed('submit', status);
}
