import { expect, test } from '@jest/globals';
import { byRate, byReceived, enterableRange, judge, openedDraft } from './override-draft';

test.each([
  ['0.001524', '20650.00'],
  ['0.000664', '1000000.00'],
  ['0.0000111', '8835000.00'],
  ['0.9', '100.00'],
  ['130.25', '3.33'],
])('at a rate of %s for %s, each limit that is shown is allowed', (fetched, amount) => {
  const conversion = { fetched, amount };
  const { rates, amounts } = enterableRange(conversion);
  const drafts = [...rates.map((rate) => byRate(amount, rate)), ...amounts.map((paid) => byReceived(conversion, paid))];
  for (const draft of drafts) expect([draft, judge(conversion, draft).isAllowed]).toEqual([draft, true]);
});

test('the paid amount stays as it was entered when the dialog opens again', () => {
  const conversion = { fetched: '0.00065', amount: '182150.00' };
  const draft = byReceived(conversion, '121.00');
  expect(draft.rate).toBe('0.000664287');
  expect(openedDraft(conversion, draft.rate)).toEqual(draft);
  expect(openedDraft(conversion, '0.000664')).toMatchObject({ entered: 'rate', received: '120.95' });
});
