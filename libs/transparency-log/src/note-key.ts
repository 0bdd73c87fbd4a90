import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** The signature types of c2sp.org/signed-note that are used here. */
export const ED25519 = 1;
/** c2sp.org/tlog-cosignature, with Ed25519. */
export const COSIGNATURE = 4;
export type Algorithm = typeof ED25519 | typeof COSIGNATURE;

/** Bytes of a public key, and of the seed of a private one. */
const KEY_BYTES = 32;
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const PRIVATE_KEY = 'PRIVATE+KEY+';

export interface NotePublicKey {
  readonly name: string;
  /** Four bytes that tell keys of one name apart. */
  readonly keyId: Buffer;
  readonly key: KeyObject;
}

export interface NotePrivateKey extends NotePublicKey {
  readonly publicKey: string;
}

/** A private key in the text form of Go's `note` package. @param seed 32 random bytes */
export function formatPrivateKey(name: string, seed: Buffer, algorithm: Algorithm): string {
  if (!isKeyName(name)) throw new RangeError(`"${name}" cannot name a key`);
  if (seed.length !== KEY_BYTES) throw new RangeError(`A seed has ${KEY_BYTES} bytes`);
  const id = keyIdOf(name, publicBytes(privateKeyObject(seed)), algorithm);
  return `${PRIVATE_KEY}${name}+${id.toString('hex')}+${encodeKey(seed, algorithm)}`;
}

/** @throws RangeError if the text is no private key of the algorithm */
export function parsePrivateKey(text: string, algorithm: Algorithm): NotePrivateKey {
  const encoded = text.startsWith(PRIVATE_KEY) ? text.slice(PRIVATE_KEY.length) : '';
  const [name, keyId, seed] = keyParts(encoded, algorithm);
  const key = privateKeyObject(seed);
  const bytes = publicBytes(key);
  requireId(keyId, name, bytes, algorithm);
  return { name, keyId, key, publicKey: `${name}+${keyId.toString('hex')}+${encodeKey(bytes, algorithm)}` };
}

/** @throws RangeError if the text is no public key of the algorithm */
export function parsePublicKey(text: string, algorithm: Algorithm): NotePublicKey {
  const [name, keyId, bytes] = keyParts(text, algorithm);
  requireId(keyId, name, bytes, algorithm);
  const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, bytes]), format: 'der', type: 'spki' });
  return { name, keyId, key };
}

/** `name+id+key`; the id has eight hexadecimal digits, and the key may contain a plus. */
function keyParts(text: string, algorithm: Algorithm): [name: string, keyId: Buffer, key: Buffer] {
  const [, name = '', keyId = '', encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const key = Buffer.from(encoded, 'base64');
  if (!isKeyName(name) || key[0] !== algorithm || key.length !== KEY_BYTES + 1)
    throw new RangeError(`Not a key of type ${algorithm}`);
  return [name, Buffer.from(keyId, 'hex'), key.subarray(1)];
}

function requireId(keyId: Buffer, name: string, key: Buffer, algorithm: Algorithm): void {
  if (!keyId.equals(keyIdOf(name, key, algorithm))) throw new RangeError('The key does not match its id');
}

function isKeyName(name: string): boolean {
  return /^[^+\s]+$/.test(name);
}

function encodeKey(bytes: Buffer, algorithm: Algorithm): string {
  return Buffer.concat([Buffer.of(algorithm), bytes]).toString('base64');
}

function keyIdOf(name: string, key: Buffer, algorithm: Algorithm): Buffer {
  return createHash('sha256').update(`${name}\n`).update(Buffer.of(algorithm)).update(key).digest().subarray(0, 4);
}

function privateKeyObject(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

function publicBytes(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
}
