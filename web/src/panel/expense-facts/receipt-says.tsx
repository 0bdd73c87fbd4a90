import type { ExpenseJson, ReceiptReadingJson } from '@outlay/contracts';
import * as texts from '#strings/review';
import { formatMoney, formatShortDate } from '#expense/format';

/** A statement of the receipt that differs from the claim. Nobody is accused: a claim above it may have a tip in it. */
export function ReceiptSays({ what, expense }: { what: 'amount' | 'date' | 'vat'; expense: ExpenseJson }) {
  const reading = expense.receipt_reading;
  const stated = reading && DIFFERENCES[what](expense, reading);
  return stated ? <span className="block text-submitted">{texts.receiptSays(stated)}</span> : null;
}

const DIFFERENCES = {
  amount: ({ amount, currency }: ExpenseJson, reading: ReceiptReadingJson) => {
    const { total, due } = reading;
    if (isInCurrencyOf(reading, currency) && (total === null || amount === total || amount === due)) return null;
    if (total === null) return reading.currency;
    const stated = reading.currency ?? currency;
    return formatMoney(total, stated) + (due === null ? '' : texts.ofWhichDue(formatMoney(due, stated)));
  },
  date: ({ date }: ExpenseJson, stated: ReceiptReadingJson) =>
    stated.date === null || stated.date === date ? null : formatShortDate(stated.date),
  vat: ({ vat_amount, currency }: ExpenseJson, reading: ReceiptReadingJson) =>
    reading.vat === null || vat_amount === null || (vat_amount === reading.vat && isInCurrencyOf(reading, currency))
      ? null
      : formatMoney(reading.vat, reading.currency ?? currency),
};

function isInCurrencyOf(reading: ReceiptReadingJson, currency: string | null): boolean {
  return reading.currency === null || reading.currency === currency;
}
