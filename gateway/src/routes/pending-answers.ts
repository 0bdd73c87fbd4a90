export const WAITS = 'This waits until another super admin confirms it.';
export const ANSWERED = { confirm: 'Confirmed', refuse: 'Refused', withdraw: 'Withdrawn' } as const;
