import { describe, expect, test } from '@jest/globals';
import { anExpense } from '#app/testing';
import { vatShare } from './vat-share';

describe('the share of VAT in the total in EUR', () => {
  test.each([
    ['an expense in EUR', { currency: 'EUR', amount: 119, vat_amount: 19 }, '15.97'],
    [
      'one reimbursed in EUR, at its rate',
      { currency: 'USD', exchange_rate: 0.9, vat_amount: 10, reimbursement_amount: 90 },
      '10.00',
    ],
    ['one without EUR', { currency: 'GBP', reimbursement_currency: 'USD', vat_amount: 10 }, null],
    ['one without VAT', { currency: 'EUR', vat_amount: null }, null],
    ['one of nothing', { currency: 'EUR', amount: 0, vat_amount: 0 }, null],
  ] as const)('of %s', (_, figures, share) => {
    expect(vatShare(anExpense(figures))).toBe(share);
  });
});
