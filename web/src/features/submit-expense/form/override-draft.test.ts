import { expect, test } from '@jest/globals';
import { allowedRate, byReceived, enterableRange } from './override-draft';

test.each([
  ['0.001524', '20650.00'],
  ['0.000664', '1000000.00'],
  ['0.0000111', '8835000.00'],
  ['0.9', '100.00'],
  ['130.25', '3.33'],
])('at a rate of %s for %s, each limit that is shown is allowed', (fetched, amount) => {
  const { rates, amounts } = enterableRange(fetched, amount);
  for (const rate of [...rates, ...amounts.map((received) => byReceived(amount, received).rate)])
    expect([rate, allowedRate(fetched, rate)]).toEqual([rate, expect.any(String)]);
});
