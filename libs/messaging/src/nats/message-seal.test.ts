import { MESSAGE_LIFE_MS, MessageSeal, SEAL_BYTES } from './message-seal.js';

const KEY = 'a-key-for-tests-only-0123456789abcdef';
const SUBJECT = 'expenses.approve';
const payload = Buffer.from('{"request":{"password":"hush"},"context":{"actor":{"role":"partner"}}}');

describe('a sealed message', () => {
  let now = 0;
  const clock = { now: () => new Date(now) };
  const seal = new MessageSeal(KEY, clock);
  beforeEach(() => {
    now = Date.parse('2026-03-01T12:00:00Z');
  });

  it('is opened with the same key', () => {
    const sealed = seal.seal(SUBJECT, payload);
    expect(new MessageSeal(KEY, clock).open(SUBJECT, sealed)?.payload).toEqual(payload);
    expect(sealed).toHaveLength(payload.length + SEAL_BYTES);
  });

  it('is not legible, and is another one each time', () => {
    const [one, other] = [seal.seal(SUBJECT, payload), seal.seal(SUBJECT, payload)];
    expect(one.toString('latin1')).not.toMatch(/hush|partner|request/);
    expect(one.subarray(22)).not.toEqual(other.subarray(22));
    expect(seal.open(SUBJECT, one)?.id).not.toBe(seal.open(SUBJECT, other)?.id);
  });

  it('is not opened with another subject or key, or with any bit changed', () => {
    const sealed = seal.seal(SUBJECT, payload);
    expect(seal.open('expenses.pay', sealed)).toBeNull();
    expect(new MessageSeal(KEY.toUpperCase(), clock).open(SUBJECT, sealed)).toBeNull();
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const altered = Buffer.from(sealed);
      altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(seal.open(SUBJECT, altered)).toBeNull();
    }
  });

  it('is not opened when it is cut', () => {
    const sealed = seal.seal(SUBJECT, payload);
    for (let length = 0; length < sealed.length; length += 1)
      expect(seal.open(SUBJECT, sealed.subarray(0, length))).toBeNull();
  });

  it('is opened with another key that is accepted, but not sealed with it', () => {
    const other = KEY.toUpperCase();
    const changing = new MessageSeal(other, clock, KEY);
    expect(changing.open(SUBJECT, seal.seal(SUBJECT, payload))?.payload).toEqual(payload);
    expect(seal.open(SUBJECT, changing.seal(SUBJECT, payload))).toBeNull();
    expect(() => new MessageSeal(KEY, clock, 'short')).toThrow('32 characters');
  });

  it('expires, and tolerates clocks one minute apart', () => {
    const sealed = seal.seal(SUBJECT, payload);
    const sent = now;
    for (const [offset, valid] of [
      [MESSAGE_LIFE_MS, true],
      [-MESSAGE_LIFE_MS, true],
      [MESSAGE_LIFE_MS + 1, false],
      [-MESSAGE_LIFE_MS - 1, false],
    ] as const) {
      now = sent + offset;
      expect(seal.open(SUBJECT, sealed) !== null).toBe(valid);
    }
  });

  it('requires a long key', () => {
    expect(() => new MessageSeal('short')).toThrow('32 characters');
  });
});
