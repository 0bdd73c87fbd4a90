import { openCheckpoint, signCheckpoint } from './checkpoint.js';
import {
  openNote,
  openPrivateKey,
  openPublicKey,
  parseNote,
  privateKey,
  signatureLine,
  signNote,
} from './signed-note.js';

/** The key in the documentation of Go's `note` package, and the package's signature by it. */
const GO_PRIVATE = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const GO_PUBLIC = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const GO_TEXT = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.
`;
const GO_NOTE = `${GO_TEXT}
— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

const signer = openPrivateKey(privateKey('log.example.org', Buffer.alloc(32, 1)));
const other = openPrivateKey(privateKey('log.example.org', Buffer.alloc(32, 2)));

test('a note is the one that Go makes with the same key', () => {
  const go = openPrivateKey(GO_PRIVATE);
  expect(go.publicKey).toBe(GO_PUBLIC);
  expect(signNote(GO_TEXT, go)).toBe(GO_NOTE);
  expect(openNote(GO_NOTE, openPublicKey(GO_PUBLIC))).toBe(GO_TEXT);
});

test('a note opens with its key only, and not if it was altered', () => {
  const note = signNote('one\n\ntwo\n', signer);
  expect(openNote(note, signer.verifier)).toBe('one\n\ntwo\n');
  expect(() => openNote(note, other.verifier)).toThrow('Not signed by log.example.org');
  expect(() => openNote(note.replace('two', 'Two'), signer.verifier)).toThrow(RangeError);
});

test('a note opens with each of its signatures', () => {
  const text = 'cosigned\n';
  const note = signNote(text, signer) + signatureLine({ ...other.verifier, signature: other.sign(text) });
  for (const { verifier } of [signer, other]) expect(openNote(note, verifier)).toBe(text);
  expect(parseNote(note).signatures).toHaveLength(2);
});

test.each([
  '',
  'text\n',
  'text\n\n',
  'text\n\n— name\n',
  'text\n\n- name AAAAAAAA\n',
  'text\n\n— name AAAA\n',
  'text\n\n— n AAAAAAAA',
  'text\n\nby — name AAAAAAAA\n',
  'text\n\n— name AAAAAAAA!\n',
  '— name AAAAAAAA\n',
])('%j is no signed note', (note) => {
  expect(() => parseNote(note)).toThrow(RangeError);
});

test('a signature may be as short as a byte', () => {
  const [signature] = parseNote('text\n\n— name AAAAAAE=\n').signatures;
  expect(signature).toEqual({ name: 'name', keyId: Buffer.alloc(4), signature: Buffer.from([1]) });
});

test('a note opens only under the name of its key', () => {
  const note = signNote('text\n', signer);
  expect(() => openNote(note, { ...signer.verifier, name: 'other.example.org' })).toThrow(RangeError);
});

test('a text without a line break at its end cannot be signed', () => {
  expect(() => signNote('text', signer)).toThrow(RangeError);
});

test.each([
  '',
  GO_PRIVATE,
  GO_PUBLIC.replace('c74f20a3', 'c74f20a4'),
  GO_PUBLIC.replace('+ARpc', '+AhpC'),
  GO_PUBLIC.slice(0, -4),
])('%j is no public key', (key) => {
  expect(() => openPublicKey(key)).toThrow(RangeError);
});

test('a private key needs a name without spaces and 32 bytes, and must match its id', () => {
  expect(() => privateKey('two words', Buffer.alloc(32))).toThrow(RangeError);
  expect(() => privateKey('name', Buffer.alloc(31))).toThrow(RangeError);
  for (const key of ['', GO_PUBLIC, GO_PRIVATE.replace('c74f20a3', 'c74f20a4')]) {
    expect(() => openPrivateKey(key)).toThrow(RangeError);
  }
});

describe('a checkpoint', () => {
  const checkpoint = { origin: 'log.example.org', size: 1_000_000, root: Buffer.alloc(32, 3) };

  test('keeps what it commits to', () => {
    const note = signCheckpoint(checkpoint, signer);
    expect(openCheckpoint(note, signer.verifier)).toEqual(checkpoint);
    const later = { ...checkpoint, previous: checkpoint.size };
    expect(openCheckpoint(signCheckpoint(later, signer), signer.verifier)).toEqual(later);
    expect(note.startsWith('log.example.org\n1000000\nAwMD')).toBe(true);
  });

  test.each([
    ['another log', 'other.example.org\n1\n' + Buffer.alloc(32).toString('base64')],
    ['a negative size', `log.example.org\n-1\n${Buffer.alloc(32).toString('base64')}`],
    ['a size with a leading zero', `log.example.org\n01\n${Buffer.alloc(32).toString('base64')}`],
    ['a short root', `log.example.org\n1\n${Buffer.alloc(31).toString('base64')}`],
    ['no root', 'log.example.org\n1'],
    ['a root in another alphabet', `log.example.org\n1\n${Buffer.alloc(32, 255).toString('base64url')}`],
  ])('of %s is refused, though signed', (_, text) => {
    expect(() => openCheckpoint(signNote(`${text}\n`, signer), signer.verifier)).toThrow(RangeError);
  });
});
