/** Whoever guesses the secret can sign a session of anybody. */
const MIN_LENGTH = 32;

export function isJwtSecret(secret: string): boolean {
  return secret.trim().length >= MIN_LENGTH;
}
