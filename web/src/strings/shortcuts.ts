export const title = 'Keyboard shortcuts';
export const description = 'While nothing is being typed, and no question is open.';
export const everywhere = 'Everywhere';
export const here = 'On this screen';
export const palette = 'Search and commands';
export const close = 'Close what is open';
export const escape = 'Esc';
export const enabled = 'Single keys act by themselves';
export const enabledHint = 'Switch off where speech input or a slip of the hand presses them.';

/** The effect of each key; only these keys can be bound. */
export const keys = {
  c: 'New expense',
  '/': 'Search the list',
  '?': 'Keyboard shortcuts',
  j: 'Next in the list',
  k: 'Previous in the list',
  a: 'Approve',
  r: 'Reject',
  u: 'Mark as submitted',
  z: 'Undo the last decision, while its message is shown',
  e: 'Edit',
  o: 'Open the receipt',
  '+': 'Enlarge the receipt',
  '-': 'Make the receipt smaller',
  '0': 'Fit the receipt',
  t: 'Turn the receipt',
} as const;
