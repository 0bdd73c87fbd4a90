import { createExpense, createOnBehalf, type Operation } from '@outlay/contracts';
import { systemIds } from '@outlay/ids';
import { idOfRequest, keyedRequest } from './idempotency.js';

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
