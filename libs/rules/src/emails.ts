import { INVISIBLE } from './texts.js';

/** The form in which emails are stored and compared: trimmed and in lower case. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

const PART = String.raw`[^\s\p{C}${INVISIBLE}@"<>,;:\\]+`;
/** The form of an email. It excludes invisible characters, by which two emails could look the same. */
export const EMAIL_FORM = `${PART}@${PART}\\.${PART}`;
const EMAIL = new RegExp(`^${EMAIL_FORM}$`, 'u');

/** Whether a normalised text has the form of an email of at most 254 characters, without invisible characters. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}
