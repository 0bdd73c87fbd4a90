import { describe, expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { ApiError, NetworkError } from './errors';
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

  test.each([new ApiError(504, {}), new NetworkError()])(
    'stays while an earlier request may have arrived (%p), until that is known',
    (lost) => {
      const { keyFor, failed } = keys();
      const first = keyFor('{"amount":"1"}');
      failed(lost);
      expect(keyFor('{"amount":"2"}')).toBe(first);
      failed(new ApiError(400, {}));
      expect(keyFor('{"amount":"3"}')).toBe(first);
      failed(new ApiError(409, { code: 'IDEMPOTENCY_KEY_REUSED' }));
      expect(keyFor('{"amount":"3"}')).not.toBe(first);
    },
  );

  test('changes with the content after a refusal', () => {
    const { keyFor, failed } = keys();
    const first = keyFor('{"amount":"1"}');
    failed(new ApiError(503, { code: 'SERVICE_UNAVAILABLE' }));
    expect(keyFor('{"amount":"2"}')).not.toBe(first);
  });

  test('changes after the content was accepted', () => {
    const { keyFor, reset } = keys();
    const first = keyFor('{}');
    reset();
    expect(keyFor('{}')).not.toBe(first);
  });
});
