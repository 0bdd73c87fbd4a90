/** The minimum in characters; a shorter secret can be guessed, and sessions and checkpoints forged with it. */
const MIN_LENGTH = 32;

export function isLongSecret(secret: string): boolean {
  return secret.trim().length >= MIN_LENGTH;
}
