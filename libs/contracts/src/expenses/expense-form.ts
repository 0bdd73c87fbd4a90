import * as z from 'zod/mini';
import { currencyMessages, OTHER_CURRENCY, overrideMessages, parseRate, REIMBURSEMENT_CURRENCIES } from '@outlay/rules';
import { acceptedInputs, apiSchemas } from '../api-schema.js';
import { asText, currencyField, dateField, field, flagField } from './claim-inputs.js';
import { claimShapes, detailsOfForm } from './claim-schemas.js';

const rateField = field(parseRate, overrideMessages.outOfRange, acceptedInputs.rate);
const reimbursementCurrencyField = field(
  (value) => REIMBURSEMENT_CURRENCIES.find((currency) => currency === value) ?? null,
  `must be one of ${REIMBURSEMENT_CURRENCIES.join(', ')}`,
  { type: 'string', enum: [...REIMBURSEMENT_CURRENCIES] },
);
const revisionField = field(
  (value) => (typeof value !== 'object' && /^\d{1,9}$/.test(String(value)) ? Number(value) : null),
  'must be a whole number',
  acceptedInputs.revision,
);

/**
 * The fields are those of. Sent rates and reimbursements are ignored, because the server computes them.
 * Additions: `today` is the client's date, `uploaded` a file sent earlier through POST /api/uploads,
 * `reimbursement_currency` what the form showed.
 */
export const expenseForm = z
  .pipe(
    z.object({
      ...claimShapes.form,
      currency_other: currencyField,
      status: z.enum(['draft', 'submitted'], "must be 'draft' or 'submitted'"),
      override_exchange_rate: rateField,
      override_reason: asText(500, 'As the bank charged it'),
      reimbursement_currency: reimbursementCurrencyField,
      today: dateField,
      uploaded: asText(120, '', 'one'),
      remove_receipt: flagField,
      revision: revisionField,
    }),
    z.transform((form, context) => {
      const currency = form.currency === OTHER_CURRENCY ? form.currency_other : form.currency;
      if (form.currency === OTHER_CURRENCY && (currency === null || currency === OTHER_CURRENCY)) {
        context.issues.push({
          code: 'custom',
          message: currencyMessages.invalid,
          input: form.currency_other,
          path: ['currency'],
        });
      }
      return {
        status: form.status,
        details: { ...detailsOfForm(form), currency },
        override:
          form.override_exchange_rate === null
            ? null
            : { rate: form.override_exchange_rate, reason: form.override_reason ?? '' },
        shownCurrency: form.reimbursement_currency,
        today: form.today,
        uploaded: form.uploaded,
        removeReceipt: form.remove_receipt === 'yes',
        revision: form.revision,
      };
    }),
  )
  .register(apiSchemas, {
    if: { properties: { currency: acceptedInputs.otherCurrency }, required: ['currency'] },
    then: { properties: { currency_other: acceptedInputs.currency }, required: ['currency_other'] },
  });
