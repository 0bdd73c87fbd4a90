import { addDecimals, divideDecimals, multiplyDecimals, roundHalfUp, type Decimal, type IsoDate } from '@outlay/rules';
import type { DemoCurrency } from '../places.js';

export type ReceiptStyle = 'invoice' | 'till' | 'app';

interface ReceiptLine {
  readonly label: string;
  readonly price: Decimal;
}

export interface Receipt {
  readonly style: ReceiptStyle;
  readonly merchant: string;
  readonly address: readonly string[];
  readonly number: string;
  readonly date: IsoDate;
  readonly currency: DemoCurrency;
  readonly lines: readonly ReceiptLine[];
  /** Null for untaxed purchases such as fares. */
  readonly tax: { readonly name: string; readonly percent: Decimal } | null;
  readonly billedTo: string;
}

export function receiptTotal({ lines }: Pick<Receipt, 'lines'>): Decimal {
  return roundHalfUp(addDecimals(lines.map(({ price }) => price)), 2);
}

export function includedTax(receipt: Pick<Receipt, 'lines' | 'tax'>): Decimal {
  if (!receipt.tax) return '0.00';
  const { percent } = receipt.tax;
  return divideDecimals(multiplyDecimals(receiptTotal(receipt), percent), addDecimals(['100', percent]), 2);
}

export function formatPrice(price: Decimal): string {
  return price.replace(/\B(?=(\d{3})+\.)/g, ',');
}
