export const STATUSES = ['draft', 'submitted', 'approved', 'rejected', 'paid'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * The table of: the actions of an owner (saveDraft, submit, delete, answer) and of a super admin (the others).
 * Repeated actions are not listed, because callers treat them as no-ops.
 */
export const TRANSITIONS = {
  saveDraft: { from: ['draft', 'submitted', 'rejected'], to: 'draft' },
  submit: { from: ['draft', 'submitted', 'rejected'], to: 'submitted' },
  delete: { from: ['draft'], to: 'deleted' },
  answer: { from: ['submitted'], to: 'same' },
  ask: { from: ['submitted'], to: 'same' },
  approve: { from: ['draft', 'submitted', 'rejected'], to: 'approved' },
  reject: { from: ['draft', 'submitted', 'approved'], to: 'rejected' },
  revert: { from: ['draft', 'approved', 'rejected'], to: 'submitted' },
  amend: { from: ['draft', 'submitted', 'approved', 'rejected'], to: 'same' },
  pay: { from: ['approved'], to: 'paid' },
} as const satisfies Record<string, { from: readonly Status[]; to: Status | 'deleted' | 'same' }>;

export type Action = keyof typeof TRANSITIONS;
export const ACTIONS = Object.keys(TRANSITIONS) as Action[];

export function isAllowed(action: Action, status: Status): boolean {
  return (TRANSITIONS[action].from as readonly Status[]).includes(status);
}

export function isEditable(status: Status): boolean {
  return isAllowed('submit', status);
}
