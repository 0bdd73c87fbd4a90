import { createExpense, createOnBehalf, type Operation } from '@outlay/contracts';
import { derivedUuid, idOfRequest, keyedRequest } from './idempotency.js';
import { systemIds } from './ids.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('a text’s uuid is always the same, and a valid one of version 8', () => {
  expect(derivedUuid('payment:a@1')).toBe(derivedUuid('payment:a@1'));
  for (let n = 0; n < 1000; n += 1) expect(derivedUuid(`text ${n}`)).toMatch(UUID);
});

describe('the id of what a request makes', () => {
  const id = (idempotencyKey?: string, who = 'anna', operation: Operation = createExpense) =>
    idOfRequest(operation, who, { actor: null, correlationId: 'test', idempotencyKey }, systemIds);

  it('is the same for the same operation, person and key', () => {
    expect(id('key-0001')).toBe(id('key-0001'));
  });

  it('differs with each of them', () => {
    const ids = [id('key-0001'), id('key-0002'), id('key-0001', 'ben'), id('key-0001', 'anna', createOnBehalf)];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('does not depend on where the person ends and the key begins', () => {
    expect(id('1-key-0001', 'anna')).not.toBe(id('key-0001', 'anna1-'));
  });

  it('is new each time without a key', () => {
    expect(id()).not.toBe(id());
  });
});

describe('a request with a key', () => {
  const context = { actor: null, correlationId: 'test', idempotencyKey: 'key-0001' };

  it('is told by the id of what it makes and the hash of what it says', () => {
    expect(keyedRequest(createExpense, 'anna', context, ['draft', null])).toEqual({
      id: idOfRequest(createExpense, 'anna', context, systemIds),
      // printf '["draft",null]' | sha256sum
      hash: '40377d33f429b4fca6ba9cc7556ab1bfe8ff8d0f48445c72e07243ea0f91769e',
    });
  });

  it('is none without one', () => {
    expect(keyedRequest(createExpense, 'anna', { ...context, idempotencyKey: undefined }, [])).toBeNull();
  });
});
