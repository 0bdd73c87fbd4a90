import { signCheckpoint } from './checkpoint.js';
import { LogKeys, openKeyChange, signKeyChange } from './log-keys.js';
import { openPrivateKey, parseNote, privateKey, signatureLine, signNote } from './signed-note.js';

const key = (byte: number, name = 'test-log') => openPrivateKey(privateKey(name, Buffer.alloc(32, byte)));
const [first, second, third] = [key(1), key(2), key(3)];
const checkpoint = (size: number, signer = first) =>
  signCheckpoint({ origin: 'test-log', size, root: Buffer.alloc(32, size) }, signer);

describe('a change of keys', () => {
  const note = signKeyChange(7, first, second);

  it('names the log, the last checkpoint of the earlier key, and both keys', () => {
    expect(openKeyChange(note)).toEqual({
      origin: 'test-log',
      size: 7,
      from: first.publicKey,
      to: second.publicKey,
    });
  });

  it('is signed by both keys', () => {
    const { text, signatures } = parseNote(note);
    for (const signature of signatures)
      expect(() => openKeyChange(`${text}\n${signatureLine(signature)}`)).toThrow('Not signed by test-log');
    expect(() => openKeyChange(note.replace('\n7\n', '\n8\n'))).toThrow('Not signed by test-log');
  });

  it('is one between two keys of one log', () => {
    expect(() => signKeyChange(7, first, key(2, 'another-log'))).toThrow('A key of another-log, not of test-log');
    expect(() => signKeyChange(7, first, first)).toThrow('Not a change of keys');
    expect(() => openKeyChange(checkpoint(7))).toThrow('Not a change of keys');
  });

  it('is no checkpoint', () => {
    expect(() => LogKeys.of(first.publicKey).open(note)).toThrow('Not a checkpoint');
  });
});

describe('the keys of a log', () => {
  const changes = [signKeyChange(7, first, second), signKeyChange(9, second, third)];

  it.each([first, second, third])('verify every checkpoint of their time, whichever of them is trusted', (trusted) => {
    const keys = LogKeys.of(trusted.publicKey, changes);
    expect(keys.current).toBe(third.publicKey);
    for (const [size, signer] of [
      [7, first],
      [9, second],
      [10, third],
    ] as const)
      expect(keys.open(checkpoint(size, signer))).toMatchObject({ size, publicKey: signer.publicKey });
    expect(() => keys.open(checkpoint(8, first))).toThrow('replaced after 7 events');
    expect(() => keys.open(checkpoint(10, second))).toThrow('replaced after 9 events');
  });

  it('give a checkpoint without the signatures of others', () => {
    const own = checkpoint(3);
    const cosigned = own + signNote(parseNote(own).text, key(4, 'another')).split('\n\n')[1];
    expect(LogKeys.of(first.publicKey).open(cosigned).note).toBe(own);
  });

  it('do not include one that no change leads to', () => {
    expect(() => LogKeys.of(key(4).publicKey, changes)).toThrow('none of those that the log has had');
    expect(() => LogKeys.of(first.publicKey).open(checkpoint(3, second))).toThrow('Not signed by test-log');
  });

  it('follow one another, each of them once', () => {
    expect(() => LogKeys.of(first.publicKey, changes.toReversed())).toThrow('do not follow one another');
    const back = signKeyChange(11, third, first);
    expect(() => LogKeys.of(first.publicKey, [...changes, back])).toThrow('given back');
    const earlier = signKeyChange(8, second, third);
    expect(() => LogKeys.of(first.publicKey, [signKeyChange(9, first, second), earlier])).toThrow('follow one another');
  });
});
