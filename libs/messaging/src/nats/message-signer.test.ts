import { MessageSigner, SIGNATURE_LIFE_MS } from './message-signer.js';

const KEY = 'a-key-for-tests-only-0123456789abcdef';
const SUBJECT = 'expenses.approve';
const payload = Buffer.from('{"request":{"id":"1"},"context":{"actor":{"role":"partner"}}}');

describe('a signed message', () => {
  let now = 0;
  const signer = new MessageSigner(KEY, { now: () => new Date(now) });
  beforeEach(() => {
    now = Date.parse('2026-03-01T12:00:00Z');
  });

  it('verifies with the same key', () => {
    const signature = signer.sign(SUBJECT, payload);
    expect(new MessageSigner(KEY, { now: () => new Date(now) }).verify(SUBJECT, payload, signature)).toBe(true);
  });

  it('does not verify with another actor, subject, time or key', () => {
    const signature = signer.sign(SUBJECT, payload);
    const promoted = Buffer.from(payload.toString().replace('partner', 'super_admin'));
    const stranger = new MessageSigner(KEY.toUpperCase(), { now: () => new Date(now) });
    expect(signer.verify(SUBJECT, promoted, signature)).toBe(false);
    expect(signer.verify('expenses.pay', payload, signature)).toBe(false);
    expect(signer.verify(SUBJECT, payload, { ...signature, sentAt: String(now + 1) })).toBe(false);
    expect(signer.verify(SUBJECT, payload, stranger.sign(SUBJECT, payload))).toBe(false);
    for (const mac of ['', 'x', signature.mac.slice(1)]) {
      expect(signer.verify(SUBJECT, payload, { ...signature, mac })).toBe(false);
    }
  });

  it('verifies with another key that is accepted, but is not signed with it', () => {
    const other = KEY.toUpperCase();
    const clock = { now: () => new Date(now) };
    const changing = new MessageSigner(other, clock, KEY);
    expect(changing.verify(SUBJECT, payload, signer.sign(SUBJECT, payload))).toBe(true);
    expect(signer.verify(SUBJECT, payload, changing.sign(SUBJECT, payload))).toBe(false);
    expect(() => new MessageSigner(KEY, clock, 'short')).toThrow('32 characters');
  });

  it('expires, and tolerates clocks one minute apart', () => {
    const signature = signer.sign(SUBJECT, payload);
    const sent = now;
    for (const [offset, valid] of [
      [SIGNATURE_LIFE_MS, true],
      [-SIGNATURE_LIFE_MS, true],
      [SIGNATURE_LIFE_MS + 1, false],
      [-SIGNATURE_LIFE_MS - 1, false],
    ] as const) {
      now = sent + offset;
      expect(signer.verify(SUBJECT, payload, signature)).toBe(valid);
    }
  });

  it('requires a long key', () => {
    expect(() => new MessageSigner('short')).toThrow('32 characters');
  });
});
