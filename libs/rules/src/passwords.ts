export const REGISTRATION_PASSWORD_MIN = 10;
export const CHANGED_PASSWORD_MIN = 6;

export const passwordMessages = {
  weak: 'Password does not meet strength requirements.',
  mismatch: 'Passwords do not match.',
  changedTooShort: `New password must be at least ${CHANGED_PASSWORD_MIN} characters`,
} as const;

/** The rules of a new password, with labels for the checklist. */
export const PASSWORD_RULES = [
  {
    id: 'length',
    label: `At least ${REGISTRATION_PASSWORD_MIN} characters`,
    // Counts code points, so that an emoji is one character.
    test: (p: string) => [...p].length >= REGISTRATION_PASSWORD_MIN,
  },
  { id: 'lowercase', label: 'A lowercase letter', test: (p: string) => /\p{Ll}/u.test(p) },
  { id: 'uppercase', label: 'An uppercase letter', test: (p: string) => /\p{Lu}/u.test(p) },
  { id: 'digit', label: 'A digit', test: (p: string) => /\p{Nd}/u.test(p) },
  { id: 'symbol', label: 'A symbol', test: (p: string) => /[^\p{L}\p{N}\s]/u.test(p) },
] as const;

/** Whether a password changed in the settings is long enough; only its length is checked. */
export function isLongEnough(password: string): boolean {
  return [...password].length >= CHANGED_PASSWORD_MIN;
}

export function isStrongPassword(password: string): boolean {
  return PASSWORD_RULES.every((rule) => rule.test(password));
}
