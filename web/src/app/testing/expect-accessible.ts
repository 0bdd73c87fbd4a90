import { expect } from '@jest/globals';
import { getConfig } from '@testing-library/react';
import type { AxeResults } from 'axe-core';

/** Checks the whole page with axe, except contrast, which needs a real browser. */
export async function expectAccessible() {
  // Replies that arrive meanwhile change the page, as during a `waitFor`.
  const { violations }: AxeResults = await getConfig().asyncWrapper(async () => {
    // Axe is large, and many test files do without it.
    const { axe } = await import('jest-axe');
    return axe(document.body);
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
