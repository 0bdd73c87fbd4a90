import { encode, equal, fromBase64, fromHex, sha256, toHex } from './bytes';
import type { Tree } from './merkle';

/** The algorithm number in c2sp.org/signed-note. */
const ED25519 = 1;
const KEY_ID_BYTES = 4;

export interface Checkpoint extends Tree {
  readonly origin: string;
}

/** A signed note, c2sp.org/tlog-checkpoint; null for another text. Its signature is not verified. */
export function parseCheckpoint(note: string): Checkpoint | null {
  const [origin = '', size = '', root = ''] = note.trimStart().split(/\r?\n/);
  if (!/^[1-9]\d{0,14}$/.test(size) || !/^[A-Za-z0-9+/]{43}=$/.test(root)) return null;
  return { origin, size: Number(size), root: fromBase64(root) };
}

/**
 * Whether the key has signed the note.
 * @param publicKey `name+id+key`, c2sp.org/signed-note
 * @throws DOMException in browsers that do not know Ed25519
 */
export async function isSignedBy(note: string, publicKey: string): Promise<boolean> {
  const [, name = '', encoded = ''] = /^(\S+?)\+[0-9a-f]{8}\+(\S+)\s*$/.exec(publicKey) ?? [];
  const keyBytes = fromBase64(encoded);
  if (keyBytes[0] !== ED25519) return false;
  const keyId = (await sha256(encode(`${name}\n`), keyBytes)).slice(0, KEY_ID_BYTES);
  const key = await crypto.subtle.importKey('raw', keyBytes.slice(1), 'Ed25519', false, ['verify']);
  const end = note.lastIndexOf('\n\n') + 1;
  for (const line of note.slice(end + 1).split('\n')) {
    const [, signer, signed = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    if (signer !== name) continue;
    const bytes = fromBase64(signed);
    if (!equal(bytes.slice(0, KEY_ID_BYTES), keyId)) continue;
    return crypto.subtle.verify('Ed25519', key, bytes.slice(KEY_ID_BYTES), encode(note.slice(0, end)));
  }
  return false;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LENGTH = 52;
/** 52 letters of 5 bits hold the 256 bits of a hash, and these spare ones. */
const SPARE_BITS = 4n;

/** The number of events, and all of the root in letters that can be read out (base32, RFC 4648): `1204-ABCD-EFGH-…`. */
export function fingerprintOf({ size, root }: Tree): string {
  let value = BigInt(`0x${toHex(root)}`) << SPARE_BITS;
  let letters = '';
  for (let at = 0; at < LENGTH; at += 1, value >>= 5n) letters = LETTERS.charAt(Number(value & 31n)) + letters;
  return [size, ...(letters.match(/.{4}/g) ?? [])].join('-');
}

/** Null if the text is no fingerprint. Spaces and lower case are as good. */
export function parseFingerprint(text: string): Tree | null {
  const [, size, rest = ''] = /^([1-9]\d{0,14})[\s-]+(.+)$/s.exec(text.trim().toUpperCase()) ?? [];
  const letters = rest.replace(/[\s-]/g, '');
  if (size === undefined || letters.length !== LENGTH || /[^A-Z2-7]/.test(letters)) return null;
  let value = 0n;
  for (const letter of letters) value = (value << 5n) | BigInt(LETTERS.indexOf(letter));
  return { size: Number(size), root: fromHex((value >> SPARE_BITS).toString(16).padStart(64, '0')) };
}
