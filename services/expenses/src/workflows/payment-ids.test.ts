import { derivedUuid } from '@outlay/time';
import { paymentIdOf } from './payment-ids.js';

const [a, b] = [
  { id: 'a', revision: 1 },
  { id: 'b', revision: 2 },
];

it('the same batch in any order has one payment id, which no release may change', () => {
  expect(paymentIdOf([a, b])).toBe(derivedUuid('payment:a@1,b@2'));
  expect(paymentIdOf([b, a])).toBe(paymentIdOf([a, b]));
});

it('another batch, or a later revision of an expense, has another payment id', () => {
  const ids = [[a, b], [a], [b], [a, { ...b, revision: 3 }]].map(paymentIdOf);
  expect(new Set(ids).size).toBe(4);
});
