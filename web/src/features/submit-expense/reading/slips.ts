import type { ClaimDetails } from '@outlay/contracts';
import type { ReceiptReading } from '@outlay/receipts';
import { compareDecimals, multiplyDecimals } from '@outlay/rules';
import { formatDate, formatMoney } from '#expense/format';
import * as texts from '#strings/reading';

const SLIPS = ['10', '100'];

/** The question about a likely slip of the keys: a shifted decimal point, or a day in another year than the receipt's. */
export function slipIn({ amount, date }: ClaimDetails, reading: ReceiptReading): string | null {
  const total = reading.total?.value;
  const day = reading.date?.value;
  const isShifted = (larger: string, smaller: string) =>
    SLIPS.some((factor) => compareDecimals(multiplyDecimals(smaller, factor), larger) === 0);
  if (amount && total && (isShifted(amount, total) || isShifted(total, amount))) {
    return texts.amountSlip(formatMoney(Number(total)), formatMoney(Number(amount)));
  }
  if (date && day && date.slice(0, 4) !== day.slice(0, 4)) return texts.yearSlip(formatDate(day), formatDate(date));
  return null;
}
