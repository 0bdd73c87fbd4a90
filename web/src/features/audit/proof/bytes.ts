export type Bytes = Uint8Array<ArrayBuffer>;

export const encode = (text: string): Bytes => new TextEncoder().encode(text) as Bytes;

/** @throws DOMException if the text is no base64 */
export const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));

export const fromHex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

export const toHex = (bytes: Bytes): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export async function sha256(...parts: readonly Bytes[]): Promise<Bytes> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}

export const equal = (a: Bytes, b: Bytes): boolean => a.length === b.length && a.every((byte, at) => byte === b[at]);

/** Browsers have WebCrypto in secure contexts only. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined;
