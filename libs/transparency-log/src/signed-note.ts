import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** c2sp.org/signed-note: this byte says Ed25519. */
const ED25519 = 1;
const SEED_BYTES = 32;
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const PRIVATE_KEY = 'PRIVATE+KEY+';

export interface Verifier {
  readonly name: string;
  /** Four bytes that tell keys of one name apart. */
  readonly keyId: Buffer;
  readonly isSignatureOf: (text: string, signature: Buffer) => boolean;
}

export interface Signer {
  readonly verifier: Verifier;
  /** What an auditor needs to check signatures: `name+id+key`. */
  readonly publicKey: string;
  readonly sign: (text: string) => Buffer;
}

export interface NoteSignature {
  readonly name: string;
  readonly keyId: Buffer;
  readonly signature: Buffer;
}

export interface SignedNote {
  /** Ends with a line break, which is signed as well. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** A private key in the text form of Go's `note` package. @param seed 32 random bytes */
export function privateKey(name: string, seed: Buffer): string {
  if (!isKeyName(name)) throw new RangeError(`"${name}" cannot name a key`);
  if (seed.length !== SEED_BYTES) throw new RangeError(`A seed has ${SEED_BYTES} bytes`);
  const key = publicBytes(privateKeyObject(seed));
  return `${PRIVATE_KEY}${name}+${keyIdOf(name, key).toString('hex')}+${encodeKey(seed)}`;
}

/** @throws RangeError if the text is no private key */
export function openPrivateKey(text: string): Signer {
  const [name, keyId, seed] = keyParts(text.startsWith(PRIVATE_KEY) ? text.slice(PRIVATE_KEY.length) : '');
  const key = privateKeyObject(seed);
  const bytes = publicBytes(key);
  if (!keyId.equals(keyIdOf(name, bytes))) throw new RangeError('The key does not match its id');
  const publicKey = `${name}+${keyId.toString('hex')}+${encodeKey(bytes)}`;
  return { verifier: openPublicKey(publicKey), publicKey, sign: (note) => sign(null, Buffer.from(note), key) };
}

/** @throws RangeError if the text is no public key */
export function openPublicKey(text: string): Verifier {
  const [name, keyId, bytes] = keyParts(text);
  if (!keyId.equals(keyIdOf(name, bytes))) throw new RangeError('The key does not match its id');
  const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, bytes]), format: 'der', type: 'spki' });
  return { name, keyId, isSignatureOf: (note, signature) => verify(null, Buffer.from(note), key, signature) };
}

/** @param text ends with a line break and has no empty line at its end */
export function signNote(text: string, signer: Signer): string {
  if (!text.endsWith('\n')) throw new RangeError('A note ends with a line break');
  const { name, keyId } = signer.verifier;
  return `${text}\n${signatureLine({ name, keyId, signature: signer.sign(text) })}`;
}

export function signatureLine({ name, keyId, signature }: NoteSignature): string {
  return `— ${name} ${Buffer.concat([keyId, signature]).toString('base64')}\n`;
}

/** Splits a note from its signatures, which are not verified. @throws RangeError if the text is no signed note */
export function parseNote(note: string): SignedNote {
  const end = note.lastIndexOf('\n\n');
  const lines = note.slice(end + 2);
  if (end < 0 || !lines.endsWith('\n')) throw new RangeError('A signed note ends with its signatures');
  const signatures = lines
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      const [, name, encoded] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
      const bytes = Buffer.from(encoded ?? '', 'base64');
      if (name === undefined || bytes.length < 5) throw new RangeError('A signature line is malformed');
      return { name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) };
    });
  return { text: note.slice(0, end + 1), signatures };
}

/** The text of a note that the key has signed. @throws RangeError if it has not */
export function openNote(note: string, verifier: Verifier): string {
  const { text, signatures } = parseNote(note);
  const own = signatures.find(({ name, keyId }) => name === verifier.name && keyId.equals(verifier.keyId));
  if (!own || !verifier.isSignatureOf(text, own.signature)) throw new RangeError(`Not signed by ${verifier.name}`);
  return text;
}

/** `name+id+key`; the id has eight hexadecimal digits, and the key may contain a plus. */
function keyParts(text: string): [name: string, keyId: Buffer, key: Buffer] {
  const [, name = '', keyId = '', encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const key = Buffer.from(encoded, 'base64');
  if (!isKeyName(name) || key[0] !== ED25519 || key.length !== SEED_BYTES + 1)
    throw new RangeError('Not an Ed25519 key');
  return [name, Buffer.from(keyId, 'hex'), key.subarray(1)];
}

function isKeyName(name: string): boolean {
  return /^[^+\s]+$/.test(name);
}

function encodeKey(bytes: Buffer): string {
  return Buffer.concat([Buffer.of(ED25519), bytes]).toString('base64');
}

function keyIdOf(name: string, key: Buffer): Buffer {
  return createHash('sha256').update(`${name}\n`).update(Buffer.of(ED25519)).update(key).digest().subarray(0, 4);
}

function privateKeyObject(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

function publicBytes(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-SEED_BYTES);
}
