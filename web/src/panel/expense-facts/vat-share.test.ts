import { describe, expect, test } from '@jest/globals';
import { anExpense } from '#app/testing';
import { vatShare } from './vat-share';

describe('the share of VAT in the total in EUR', () => {
  test.each([
    ['an expense in EUR', { currency: 'EUR', amount: 119, vat_amount: 19 }, '15.97'],
    [
      'an expense reimbursed in EUR',
      { currency: 'USD', exchange_rate: 0.9, vat_amount: 10, reimbursement_amount: 90 },
      '10.00',
    ],
    ['an expense without EUR', { currency: 'GBP', reimbursement_currency: 'USD', vat_amount: 10 }, null],
    ['an expense without VAT', { currency: 'EUR', vat_amount: null }, null],
    ['an expense with a zero amount', { currency: 'EUR', amount: 0, vat_amount: 0 }, null],
  ] as const)('of %s', (_, figures, share) => {
    expect(vatShare(anExpense(figures))).toBe(share);
  });
});
