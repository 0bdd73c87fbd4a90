import { isVatApplicable, type Classification, type CheckedClaim, type Decimal } from '@outlay/rules';
import type { CATEGORIES } from '@outlay/rules';
import type { Person } from './people.js';
import { convertRoughly, type DemoCurrency } from './places.js';
import { includedTax, receiptTotal, type Receipt } from './receipts/receipt.js';

export type Category = (typeof CATEGORIES)[number];

export interface Purchase {
  readonly owner: Person;
  readonly category: Category;
  readonly classification: Classification;
  readonly justification: string;
  readonly receipt: Receipt;
}

export type Outcome =
  | { readonly status: 'draft' | 'submitted' | 'paid' }
  | { readonly status: 'approved'; readonly approveAnyway: boolean }
  | { readonly status: 'rejected'; readonly reason: string };

export type MissingPart = 'receipt' | 'amount' | 'category';

export interface DemoClaim {
  readonly purchase: Purchase;
  readonly outcome: Outcome;
  /** The receipt is lost, and only gives the amount. */
  readonly noReceipt: boolean;
  readonly missing: readonly MissingPart[];
  /** The bank used `factor` times the fetched rate. */
  readonly override: { readonly factor: Decimal; readonly reason: string } | null;
  readonly duplicate: boolean;
}

export function hasReceipt({ noReceipt, missing }: DemoClaim): boolean {
  return !noReceipt && !missing.includes('receipt');
}

export function detailsOf({ purchase, noReceipt, missing }: DemoClaim): CheckedClaim {
  const { receipt, classification, justification } = purchase;
  const category = missing.includes('category') ? null : purchase.category;
  const vat = isVatApplicable({ classification, currency: receipt.currency, category }) && !noReceipt;
  const hasAmount = !missing.includes('amount');
  return {
    date: receipt.date,
    category,
    justification,
    amount: hasAmount ? receiptTotal(receipt) : null,
    currency: receipt.currency,
    classification,
    vatAmount: vat && hasAmount ? includedTax(receipt) : null,
    noReceipt,
  };
}

/** Prices a claim in another currency, for a day without an exchange rate of its own. */
export function inCurrency(claim: DemoClaim, currency: DemoCurrency): DemoClaim {
  const { receipt } = claim.purchase;
  const lines = receipt.lines.map(({ label, price }) => ({
    label,
    price: convertRoughly(price, receipt.currency, currency),
  }));
  return { ...claim, override: null, purchase: { ...claim.purchase, receipt: { ...receipt, currency, lines } } };
}
