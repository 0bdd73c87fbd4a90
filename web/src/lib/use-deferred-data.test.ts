import { expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useDeferredData } from './use-deferred-data';

test('the first data is deferred, later data is not', () => {
  const renders: [given: string | undefined, got: string | undefined][] = [];
  const { rerender } = renderHook(
    ({ given }: { given: string | undefined }) => renders.push([given, useDeferredData(given)]),
    { initialProps: { given: undefined as string | undefined } },
  );
  rerender({ given: 'first' });
  expect(renders.splice(0)).toEqual([
    [undefined, undefined],
    ['first', undefined],
    ['first', 'first'],
  ]);
  rerender({ given: 'second' });
  expect(renders).toContainEqual(['second', 'second']);
  expect(renders).not.toContainEqual(['second', undefined]);
});
