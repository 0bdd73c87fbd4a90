import { currencyMessages } from '@outlay/rules';
import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { currencyCode } from '../expenses/claim-inputs.js';
import { frozenRate } from '../expenses/expense.js';
import { isoDate } from '../primitives.js';
import { defineRoute } from '../route.js';

/**
 * The rate of one unit of `from` in `to` on a day.
 * @throws RATE_NOT_AVAILABLE if no source has it
 */
export const resolveRate = defineOperation({
  subject: 'fx.resolve-rate',
  work: 'one',
  readOnly: true,
  request: z.object({ from: z.string(), to: z.string(), date: isoDate }),
  reply: frozenRate,
});

const currency = currencyCode(currencyMessages.invalid);

export const exchangeRateRoute = defineRoute({
  method: 'GET',
  path: '/api/exchange-rate',
  summary: 'The rate of one unit of a currency in another on a day.',
  throttle: 'lookup',
  query: z.object({ from: currency, to: currency, date: isoDate }),
  errors: ['RATE_NOT_AVAILABLE'],
  reply: z.object({
    rate: z.number(),
    effective_date: isoDate,
    source: z.string(),
    stale: z.boolean(),
    provisional: z.boolean(),
  }),
});
