export const STATUSES = ['draft', 'submitted', 'approved', 'rejected', 'paid'] as const;
export type Status = (typeof STATUSES)[number];

/** What can be done to an expense, by its owner (edit, saveDraft, submit, delete) or a super admin (the rest). */
export const ACTIONS = ['saveDraft', 'submit', 'delete', 'approve', 'reject', 'revert', 'amend', 'pay'] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * From where each action is allowed and where it leads (specification §4). `gone` is the end of a deleted draft.
 * An action on an expense that is already where it leads is a repetition and changes nothing; that is the caller's to see.
 */
export const TRANSITIONS = {
  saveDraft: { from: ['draft', 'submitted', 'rejected'], to: 'draft' },
  submit: { from: ['draft', 'submitted', 'rejected'], to: 'submitted' },
  delete: { from: ['draft'], to: 'gone' },
  approve: { from: ['draft', 'submitted', 'rejected'], to: 'approved' },
  reject: { from: ['draft', 'submitted', 'approved'], to: 'rejected' },
  revert: { from: ['draft', 'approved', 'rejected'], to: 'submitted' },
  amend: { from: ['draft', 'submitted', 'approved', 'rejected'], to: 'same' },
  pay: { from: ['approved'], to: 'paid' },
} as const satisfies Record<Action, { from: readonly Status[]; to: Status | 'gone' | 'same' }>;

export function isAllowed(action: Action, status: Status): boolean {
  return (TRANSITIONS[action].from as readonly Status[]).includes(status);
}

/** Statuses in which the owner may edit. */
export function isEditable(status: Status): boolean {
  return isAllowed('submit', status);
}
