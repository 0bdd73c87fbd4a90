import { expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useArrived } from './use-arrived';

test('the first answer is drawn aside, and what comes after it at once', () => {
  const drawn: [given: string | undefined, got: string | undefined][] = [];
  const { rerender } = renderHook(
    ({ given }: { given: string | undefined }) => drawn.push([given, useArrived(given)]),
    { initialProps: { given: undefined as string | undefined } },
  );
  rerender({ given: 'first' });
  expect(drawn.splice(0)).toEqual([
    [undefined, undefined],
    ['first', undefined],
    ['first', 'first'],
  ]);
  rerender({ given: 'second' });
  expect(drawn).toContainEqual(['second', 'second']);
  expect(drawn).not.toContainEqual(['second', undefined]);
});
