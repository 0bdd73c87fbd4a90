/** Emails are compared trimmed and in lower case (specification §5). */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@"<>,;:\\]+@[^\s@"<>,;:\\]+\.[^\s@"<>,;:\\]+$/.test(text);
}
