import { expect, test } from '@jest/globals';
import { asStored } from './stored-text';

test.each([
  ['1,250.00', '1250.00'],
  ['250', '250'],
  ['5 Mar 2026', '2026-03-05'],
  [' 12 December 2025 ', '2025-12-12'],
  ['14 Sept 2026', '2026-09-14'],
  ['5 Mar', '-03-05'],
  ['Mar 2026', '2026-03'],
  ['Mar', 'Mar'],
  ['Nov 27, 2026', '2026-11-27'],
  ['nov 27', '-11-27'],
  ['27 November', '-11-27'],
  ['05/03/26', '2026-03-05'],
  ['5.3.2026', '2026-03-05'],
  ['5.13.2026', '5.13.2026'],
  ['1.250.000', '1.250.000'],
  ['5/3', '5/3'],
  ['5 Marriott', '5 Marriott'],
  ['2026-03-05', '2026-03-05'],
  ['3 nights 2026', '3 nights 2026'],
  ['Nairobi, 2 nights', 'Nairobi, 2 nights'],
])('a search for %s, as lists show it, asks the server for %s', (typed, asked) => {
  expect(asStored(typed)).toBe(asked);
});
