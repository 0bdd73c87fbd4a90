import * as z from 'zod/mini';
import { currencyMessages, isIsoCurrency, parseCurrency } from '@outlay/rules';
import { acceptedInputs, apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { frozenRate } from '../expenses/expense.js';
import { isoDate } from '../primitives.js';
import { defineRoute } from '../route.js';

const currency = z
  .pipe(
    z.string(currencyMessages.invalid),
    z.transform((raw, context) => {
      const code = parseCurrency(raw);
      if (code !== null && isIsoCurrency(code)) return code;
      context.issues.push({ code: 'custom', message: currencyMessages.invalid, input: raw });
      return z.NEVER;
    }),
  )
  .register(apiSchemas, acceptedInputs.currency);

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
