import { isVatApplicable, type Classification, type ClaimDetails, type Decimal } from '@outlay/rules';
import type { CATEGORIES } from '@outlay/rules';
import type { Person } from './people.js';
import { roughly, type DemoCurrency } from './places.js';
import { includedTax, receiptTotal, type Receipt } from './receipts/receipt.js';

export type Category = (typeof CATEGORIES)[number];

/** Something somebody bought for the company. */
export interface Purchase {
  readonly owner: Person;
  readonly category: Category;
  readonly classification: Classification;
  readonly justification: string;
  readonly receipt: Receipt;
}

/** Where a claim ends up. */
export type Fate =
  | { readonly status: 'draft' | 'submitted' | 'paid' }
  | { readonly status: 'approved'; readonly anyway: boolean }
  | { readonly status: 'rejected'; readonly reason: string };

/** What is left open in a draft that is not finished. */
export type Gap = 'receipt' | 'amount' | 'category';

export interface DemoClaim {
  readonly purchase: Purchase;
  readonly fate: Fate;
  /** Declared on honor: the receipt is lost, and only tells the amount. */
  readonly noReceipt: boolean;
  readonly gaps: readonly Gap[];
  /** Times the fetched rate, because the bank took another. */
  readonly override: { readonly factor: Decimal; readonly reason: string } | null;
  /** The same day, amount and currency as an earlier claim of the owner's. */
  readonly duplicate: boolean;
}

export function hasReceipt({ noReceipt, gaps }: DemoClaim): boolean {
  return !noReceipt && !gaps.includes('receipt');
}

/** What the claim's form says. */
export function detailsOf({ purchase, noReceipt, gaps }: DemoClaim): ClaimDetails {
  const { receipt, classification, justification } = purchase;
  const category = gaps.includes('category') ? null : purchase.category;
  const vat = isVatApplicable({ classification, currency: receipt.currency, category }) && !noReceipt;
  const open = gaps.includes('amount');
  return {
    date: receipt.date,
    category,
    justification,
    amount: open ? null : receiptTotal(receipt),
    currency: receipt.currency,
    classification,
    vatAmount: vat && !open ? includedTax(receipt) : null,
    noReceipt,
  };
}

/** The same claim paid in another currency, for when there is no exchange rate for its own. */
export function inCurrency(claim: DemoClaim, currency: DemoCurrency): DemoClaim {
  const { receipt } = claim.purchase;
  const lines = receipt.lines.map(({ label, price }) => ({ label, price: roughly(price, receipt.currency, currency) }));
  return { ...claim, override: null, purchase: { ...claim.purchase, receipt: { ...receipt, currency, lines } } };
}
