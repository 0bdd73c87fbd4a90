import { sign, verify } from 'node:crypto';
import { ED25519, formatPrivateKey, parsePrivateKey, parsePublicKey } from './note-key.js';

export interface Verifier {
  readonly name: string;
  /** Four bytes that tell keys of one name apart. */
  readonly keyId: Buffer;
  readonly isSignatureOf: (text: string, signature: Buffer) => boolean;
}

export interface Signer {
  readonly verifier: Verifier;
  /** The public key `name+id+key`, with which an auditor checks signatures. */
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
  return formatPrivateKey(name, seed, ED25519);
}

/** @throws RangeError if the text is no private key */
export function openPrivateKey(text: string): Signer {
  const { key, publicKey } = parsePrivateKey(text, ED25519);
  return { verifier: openPublicKey(publicKey), publicKey, sign: (note) => sign(null, Buffer.from(note), key) };
}

/** @throws RangeError if the text is no public key */
export function openPublicKey(text: string): Verifier {
  const { name, keyId, key } = parsePublicKey(text, ED25519);
  return { name, keyId, isSignatureOf: (note, signature) => verify(null, Buffer.from(note), key, signature) };
}

/** @param text ends with a line break and has no empty line at its end */
export function signNote(text: string, ...signers: readonly Signer[]): string {
  if (!text.endsWith('\n')) throw new RangeError('A note ends with a line break');
  const lines = signers.map(({ verifier: { name, keyId }, sign }) =>
    signatureLine({ name, keyId, signature: sign(text) }),
  );
  return `${text}\n${lines.join('')}`;
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
  return parseNote(onlySignedBy(note, verifier)).text;
}

/** The note with the signature of the key alone. @throws RangeError if it has none */
export function onlySignedBy(note: string, verifier: Verifier): string {
  const { text, signatures } = parseNote(note);
  const own = signatures.find((signature) => isOfKey(signature, verifier));
  if (!own || !verifier.isSignatureOf(text, own.signature)) throw new RangeError(`Not signed by ${verifier.name}`);
  return `${text}\n${signatureLine(own)}`;
}

/** The note with another signature line, in place of an earlier one of the same key. */
export function addSignature(note: string, line: string): string {
  const { text, signatures } = parseNote(note);
  const [added] = parseNote(`${text}\n${line}`).signatures;
  if (!added) throw new RangeError('Not a signature line');
  const others = signatures.filter((signature) => !isOfKey(signature, added));
  return `${text}\n${[...others, added].map(signatureLine).join('')}`;
}

/** A name alone is not one key. */
export function isOfKey(signature: NoteSignature, { name, keyId }: Pick<Verifier, 'name' | 'keyId'>): boolean {
  return signature.name === name && signature.keyId.equals(keyId);
}
