/** The form in which emails are stored and compared: trimmed and in lower case (specification §5). */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Whether a normalised text has the form of an email of at most 254 characters, none of them invisible. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{C}@"<>,;:\\]+@[^\s\p{C}@"<>,;:\\]+\.[^\s\p{C}@"<>,;:\\]+$/u.test(text);
}
