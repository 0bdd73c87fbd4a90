import { decodeAddCheckpoint, encodeAddCheckpoint } from './add-checkpoint.js';
import { cosignerKey, openCosignerKey, openWitnessKey } from './cosignature.js';
import { openNote, openPrivateKey, openPublicKey, privateKey, signNote } from './signed-note.js';

const text = 'log.example.org\n7\ncm9vdA==\n';
const log = openPrivateKey(privateKey('log.example.org', Buffer.alloc(32, 1)));
const witness = openCosignerKey(cosignerKey('witness.example.org', Buffer.alloc(32, 2)));
const cosigned = signNote(text, log) + witness.cosign(text, 1_700_000_000);

test('a cosignature is added to the signature of the log, and each key verifies its own', () => {
  expect(openNote(cosigned, log.verifier)).toBe(text);
  expect(openNote(cosigned, openWitnessKey(witness.publicKey))).toBe(text);
});

test('a cosignature of an altered checkpoint or time does not verify', () => {
  const altered = cosigned.replace('\n7\n', '\n8\n');
  expect(() => openNote(altered, witness.verifier)).toThrow('Not signed by witness.example.org');
  const later = signNote(text, log) + witness.cosign(text, 1_700_000_001);
  const signatureOf = (note: string) => Buffer.from(note.trim().split(' ').at(-1) ?? '', 'base64').subarray(4);
  const mixed = Buffer.concat([signatureOf(later).subarray(0, 8), signatureOf(cosigned).subarray(8)]);
  expect(witness.verifier.isSignatureOf(text, mixed)).toBe(false);
  expect(witness.verifier.isSignatureOf(text, Buffer.alloc(8))).toBe(false);
});

test('a witness key is refused as a log key, and the reverse', () => {
  expect(() => openPublicKey(witness.publicKey)).toThrow(RangeError);
  expect(() => openWitnessKey(log.publicKey)).toThrow(RangeError);
});

test('the message of a log to a witness can be parsed again', () => {
  const sent = { oldSize: 3, proof: [Buffer.alloc(32, 5), Buffer.alloc(32, 6)], checkpoint: cosigned };
  expect(decodeAddCheckpoint(encodeAddCheckpoint(sent))).toEqual(sent);
  const first = { oldSize: 0, proof: [], checkpoint: cosigned };
  expect(decodeAddCheckpoint(encodeAddCheckpoint(first))).toEqual(first);
});

test.each([
  '',
  'old\n\nx',
  'old 01\n\nx',
  'old -1\n\nx',
  'old 1\nAAAA\n\nx',
  'old 1\n',
  `old 1\n${`${Buffer.alloc(32).toString('base64')}\n`.repeat(64)}\nx`,
])('%j is nothing that a log sends to a witness', (malformed) => {
  expect(() => decodeAddCheckpoint(malformed)).toThrow(RangeError);
});
