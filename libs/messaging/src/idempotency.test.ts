import { createExpense, createOnBehalf, type Operation } from '@outlay/contracts';
import { systemIds } from '@outlay/time';
import { resourceIdFor, keyedRequest } from './idempotency.js';

describe('the id of the created resource', () => {
  const id = (idempotencyKey?: string, requester = 'anna', operation: Operation = createExpense) =>
    resourceIdFor(operation, requester, { actor: null, correlationId: 'test', idempotencyKey }, systemIds);

  it('is the same for the same operation, requester and key', () => {
    expect(id('key-0001')).toBe(id('key-0001'));
  });

  it('differs with each of them', () => {
    const ids = [id('key-0001'), id('key-0002'), id('key-0001', 'ben'), id('key-0001', 'anna', createOnBehalf)];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('differs when the same characters are split differently between requester and key', () => {
    expect(id('1-key-0001', 'anna')).not.toBe(id('key-0001', 'anna1-'));
  });

  it('is random without a key', () => {
    expect(id()).not.toBe(id());
  });

  it('is the same for the same message without a key', () => {
    const of = (messageId: string) =>
      resourceIdFor(createExpense, 'anna', { actor: null, correlationId: 'test', messageId }, systemIds);
    expect(of('message-1')).toBe(of('message-1'));
    expect(of('message-1')).not.toBe(of('message-2'));
  });
});

describe('a keyed request', () => {
  const context = { actor: null, correlationId: 'test', idempotencyKey: 'key-0001' };

  it('has the id of the created resource and the hash of the payload', () => {
    expect(keyedRequest(createExpense, 'anna', context, ['draft', null])).toEqual({
      id: resourceIdFor(createExpense, 'anna', context, systemIds),
      // printf '["draft",null]' | sha256sum
      payloadHash: '40377d33f429b4fca6ba9cc7556ab1bfe8ff8d0f48445c72e07243ea0f91769e',
    });
  });

  it('is null without a key', () => {
    expect(keyedRequest(createExpense, 'anna', { ...context, idempotencyKey: undefined }, [])).toBeNull();
  });
});
