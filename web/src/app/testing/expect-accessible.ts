import { expect } from '@jest/globals';
import { axe } from 'jest-axe';

/** Checks the whole page with axe, except contrast, which needs a real browser. */
export async function expectAccessible() {
  const { violations } = await axe(document.body);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
