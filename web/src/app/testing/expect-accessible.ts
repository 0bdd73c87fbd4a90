import { expect } from '@jest/globals';
import { axe } from 'jest-axe';

/** No axe violation in what is on screen, dialogs included; contrast is measured in a real browser. */
export async function expectAccessible() {
  const { violations } = await axe(document.body);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
