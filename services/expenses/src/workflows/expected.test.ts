import { expectedOf } from './expected.js';

const head = 'ab'.repeat(32);
const stream = { revision: 3, headHash: head };
const isOther = (request: Parameters<typeof expectedOf>[0]) => expectedOf(request, stream).isOtherHead;

it('a head is compared at its own revision only, whole or by its beginning', () => {
  expect(isOther({ expectedRevision: 3, expectedHead: head })).toBe(false);
  expect(isOther({ expectedRevision: 3, expectedHead: head.slice(0, 16) })).toBe(false);
  expect(isOther({ expectedRevision: 3, expectedHead: 'cd'.repeat(8) })).toBe(true);
  expect(isOther({ expectedRevision: 3 })).toBe(false);
  expect(isOther({ expectedRevision: 2, expectedHead: 'cd'.repeat(8) })).toBe(false);
});
