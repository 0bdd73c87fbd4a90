import { eventHash, type HashedEvent } from './event-hash.js';

const event: HashedEvent = {
  stream: 'expense-0b1f6a52-6c2e-4a35-9d1c-7f0e3f1c2a10',
  revision: 1,
  id: '6f1c7c1e-30f8-4d0b-9a55-0d1f4f3a9b77',
  type: 'ExpenseApproved',
  data: { rate: '1.2345', z: null, list: [{ b: 2, a: 1 }, true], note: 'größe 🧾' },
  metadata: { previousHash: null, actor: { role: 'admin', id: 'u-1' } },
};

/** Computed independently, with Python's hashlib over json.dumps(sort_keys, no spaces, ensure_ascii=False). */
const VECTOR = '32bb46ce43ff480da91a502ab5405e0d051dcfd51048f8cdc06dd273d5795a24';

describe('the hash of an event', () => {
  test('is the SHA-256 of its canonical JSON', () => {
    expect(eventHash(event)).toBe(VECTOR);
  });

  test('does not depend on the order of keys or on values that JSON drops', () => {
    const { metadata: _metadata, data, ...rest } = event;
    const reordered = { metadata: { actor: { id: 'u-1', role: 'admin', email: undefined }, previousHash: null }, data };
    expect(eventHash({ ...reordered, ...rest })).toBe(VECTOR);
  });

  test('is the same for an event read back from a store', () => {
    const stored = { ...event, position: '17', recordedAt: '2026-01-01T00:00:00.000Z' };
    expect(eventHash(JSON.parse(JSON.stringify(stored)))).toBe(VECTOR);
  });

  test('takes values as JSON stores them', () => {
    const hashOf = (data: unknown) => eventHash({ ...event, data });
    expect(hashOf({ at: new Date(0) })).toBe(hashOf({ at: '1970-01-01T00:00:00.000Z' }));
    expect(hashOf({ toJSON: 'a text' })).not.toBe(hashOf({}));
  });

  test.each<[keyof HashedEvent, Partial<HashedEvent>]>([
    ['stream', { stream: 'expense-2' }],
    ['revision', { revision: 2 }],
    ['id', { id: '6f1c7c1e-30f8-4d0b-9a55-0d1f4f3a9b78' }],
    ['type', { type: 'ExpenseRejected' }],
    ['data', { data: { rate: '1.2346', z: null, list: [{ b: 2, a: 1 }, true], note: 'größe 🧾' } }],
    ['data', { data: { rate: '1.2345', z: null, list: [true, { b: 2, a: 1 }], note: 'größe 🧾' } }],
    ['metadata', { metadata: { previousHash: null, actor: { role: 'admin', id: 'u-2' } } }],
  ])('changes with the %s', (_part, change) => {
    expect(eventHash({ ...event, ...change })).not.toBe(VECTOR);
  });
});
