/** 32 random letters. Not `crypto.randomUUID`, which browsers keep from pages that came without TLS. */
export function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
