import { describe, expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useIdempotencyKeys } from './idempotency-keys';

describe('an idempotency key', () => {
  const keys = () => renderHook(() => useIdempotencyKeys()).result.current;

  test('is the same for a retry of the same content', () => {
    const { keyFor } = keys();
    const file = new File(['a'], 'a.pdf');
    expect(keyFor('{"amount":"1"}', file)).toBe(keyFor('{"amount":"1"}', file));
    expect(keyFor('{"amount":"1"}', file)).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each([
    ['text', ['{"amount":"2"}', null]],
    ['file', ['{"amount":"1"}', new File(['a'], 'a.pdf')]],
    ['number of parts', ['{"amount":"1"}']],
  ] as const)('changes with the %s', (_, content) => {
    const { keyFor } = keys();
    expect(keyFor(...content)).not.toBe(keyFor('{"amount":"1"}', null));
  });

  test('changes after the content was accepted', () => {
    const { keyFor, reset } = keys();
    const first = keyFor('{}');
    reset();
    expect(keyFor('{}')).not.toBe(first);
  });
});
