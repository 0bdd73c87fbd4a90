import { describe, expect, test } from '@jest/globals';
import { generateKeyPairSync, hash, sign, webcrypto } from 'node:crypto';
import { canonicalJson } from './canonical-json';
import { fromBase64, toHex, type Bytes } from './bytes';
import { fingerprintOf, isSignedBy, parseCheckpoint, parseFingerprint } from './checkpoint';
import { isConsistent, leafHash, rootOf } from './merkle';

// jsdom has no WebCrypto.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto });

const sha256 = (...parts: Uint8Array[]) => new Uint8Array(hash('sha256', Buffer.concat(parts), 'buffer'));
const entries = Array.from({ length: 40 }, (_, n) => sha256(Buffer.from(String(n))));
const split = (size: number) => 2 ** Math.ceil(Math.log2(size) - 1);

/** The definitions of RFC 6962, §2.1. */
function root(leaves: readonly Bytes[]): Bytes {
  const [only = new Uint8Array()] = leaves;
  if (leaves.length === 1) return sha256(Buffer.of(0), only);
  const left = split(leaves.length);
  return sha256(Buffer.of(1), root(leaves.slice(0, left)), root(leaves.slice(left)));
}
function path(index: number, leaves: readonly Bytes[]): Bytes[] {
  if (leaves.length === 1) return [];
  const left = split(leaves.length);
  return index < left
    ? [...path(index, leaves.slice(0, left)), root(leaves.slice(left))]
    : [...path(index - left, leaves.slice(left)), root(leaves.slice(0, left))];
}
function consistency(size: number, leaves: readonly Bytes[], isWhole = true): Bytes[] {
  if (size === leaves.length) return isWhole ? [] : [root(leaves)];
  const left = split(leaves.length);
  return size <= left
    ? [...consistency(size, leaves.slice(0, left), isWhole), root(leaves.slice(left))]
    : [...consistency(size - left, leaves.slice(left), false), root(leaves.slice(0, left))];
}
const altered = (bytes: Bytes) => bytes.map((byte, at) => (at === 7 ? byte ^ 1 : byte));

describe('a proof of inclusion', () => {
  test('leads every leaf of every tree to its root, and nothing else', async () => {
    for (let size = 1; size <= entries.length; size += 1) {
      const tree = entries.slice(0, size);
      for (const [index, entry] of tree.entries()) {
        const proof = path(index, tree);
        const leaf = { index, hash: await leafHash(entry) };
        expect(await rootOf(leaf, size, proof)).toEqual(root(tree));
        expect(await rootOf({ index, hash: altered(leaf.hash) }, size, proof)).not.toEqual(root(tree));
        expect(await rootOf(leaf, size, [...proof, entry])).toBeNull();
        if (size > 1) expect(await rootOf(leaf, size, proof.slice(1))).toBeNull();
      }
    }
    expect(await rootOf({ index: 3, hash: await leafHash(entries[3] ?? new Uint8Array()) }, 3, [])).toBeNull();
  });
});

describe('a proof of consistency', () => {
  test('shows each tree to be the beginning of each later one, and no other', async () => {
    const later = { size: entries.length, root: root(entries) };
    for (let size = 1; size <= entries.length; size += 1) {
      const older = { size, root: root(entries.slice(0, size)) };
      const proof = consistency(size, entries);
      expect(await isConsistent(older, later, proof)).toBe(true);
      expect(await isConsistent({ ...older, root: altered(older.root) }, later, proof)).toBe(false);
      expect(await isConsistent(older, { ...later, root: altered(later.root) }, proof)).toBe(false);
      expect(await isConsistent(older, later, [...proof, later.root])).toBe(false);
      if (proof.length > 0) expect(await isConsistent(older, later, proof.slice(1))).toBe(false);
    }
  });
});

describe('a checkpoint', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = Buffer.concat([Buffer.of(1), publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)]);
  const keyId = sha256(Buffer.from('log\n'), key).slice(0, 4);
  const verifierKey = `log+${toHex(keyId)}+${key.toString('base64')}`;
  const tree = { size: 40, root: root(entries) };
  const text = `log\n40\n${Buffer.from(tree.root).toString('base64')}\nprevious 39\n`;
  const signature = Buffer.concat([keyId, sign(null, Buffer.from(text), privateKey)]).toString('base64');
  const note = `${text}\n— witness AAAAAAAA\n— log ${signature}\n`;

  test('is read, and its signature verified', async () => {
    expect(parseCheckpoint(note)).toEqual({ origin: 'log', ...tree });
    expect(await isSignedBy(note, verifierKey)).toBe(true);
    expect(await isSignedBy(note.replace('40', '41'), verifierKey)).toBe(false);
    expect(await isSignedBy(note.replace(/— log .*\n/, ''), verifierKey)).toBe(false);
    expect(parseCheckpoint('hello')).toBeNull();
  });

  test('has a fingerprint that is read back, however it is typed', () => {
    const fingerprint = fingerprintOf(tree);
    expect(fingerprint).toMatch(/^40(-[A-Z2-7]{4}){13}$/);
    for (const typed of [fingerprint, ` ${fingerprint.toLowerCase()} `, fingerprint.replaceAll('-', ' ')])
      expect(parseFingerprint(typed)).toEqual(tree);
    for (const other of ['', '40', fingerprint.slice(0, -1), `${fingerprint}A`, fingerprint.replace(/[A-Z]/, '1')])
      expect(parseFingerprint(other)).toBeNull();
    expect(fingerprintOf({ size: 1, root: new Uint8Array(32) })).toBe(`1${'-AAAA'.repeat(13)}`);
  });
});

test('canonical JSON sorts the fields of every object', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é"' }], a: -0.5 })).toBe('{"a":-0.5,"b":[1,{"c":"é\\"","d":null}]}');
  expect(toHex(fromBase64('AP8='))).toBe('00ff');
});
