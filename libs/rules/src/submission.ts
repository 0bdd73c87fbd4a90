import { isVatApplicable, vatMessages } from './vat.js';
import { currencyProblem } from './currencies.js';
import { dateMessages, expenseDateProblem, type IsoDate } from './dates.js';
import { compareDecimals, type Decimal } from './decimal.js';
import { receiptMessages, receiptRequiredMessage } from './receipts.js';
import { isPrivileged, type Role } from './roles.js';
import { isBlank } from './texts.js';

/** The fields of a claim that rules ask for; a claim may have others. */
export interface CheckedClaim {
  readonly date: IsoDate | null;
  readonly category: string | null;
  readonly justification: string | null;
  readonly amount: Decimal | null;
  readonly currency: string | null;
  readonly classification: string | null;
  readonly vatAmount: Decimal | null;
  readonly noReceipt: boolean;
}

export interface Problem {
  readonly field: keyof CheckedClaim | 'receipt';
  readonly message: string;
}

export interface SubmissionContext {
  readonly today: IsoDate;
  readonly role: Role;
  readonly hasReceipt: boolean;
}

/** The VAT amount, or null if VAT does not apply or the receipt is declared missing. */
export function claimableVat(claim: CheckedClaim): Decimal | null {
  return isVatApplicable(claim) && !claim.noReceipt ? claim.vatAmount : null;
}

/** Removes a no-receipt declaration if there is a receipt, and VAT that cannot be claimed. */
export function tidyClaim<Claim extends CheckedClaim>(claim: Claim, hasReceipt: boolean): Claim {
  const declared = { ...claim, noReceipt: claim.noReceipt && !hasReceipt };
  return { ...declared, vatAmount: claimableVat(declared) };
}

/** False while one of them is missing. VAT is part of the amount, and in its currency. */
export function isVatAboveAmount({ amount, vatAmount }: Pick<CheckedClaim, 'amount' | 'vatAmount'>): boolean {
  return amount !== null && vatAmount !== null && compareDecimals(vatAmount, amount) > 0;
}

/** The values that are refused even in a draft, where any of them may be missing. */
export function draftProblems(claim: CheckedClaim): Problem[] {
  return [...currencyProblems(claim), ...vatProblems(claim)];
}

function currencyProblems({ currency, date }: CheckedClaim): Problem[] {
  const message = currency === null ? null : currencyProblem(currency, date);
  return message === null ? [] : [{ field: 'currency', message }];
}

function vatProblems(claim: CheckedClaim): Problem[] {
  const isTooHigh = isVatAboveAmount({ ...claim, vatAmount: claimableVat(claim) });
  return isTooHigh ? [{ field: 'vatAmount', message: vatMessages.aboveAmount }] : [];
}

const dateTexts = { invalid: dateMessages.invalid, future: dateMessages.future, tooOld: dateMessages.tooOld } as const;

/** The reasons why a claim cannot be submitted, in form order. Shared by form and server. */
export function submissionProblems(claim: CheckedClaim, context: SubmissionContext): Problem[] {
  const problems: Problem[] = [];
  const report = (field: Problem['field'], message: string) => problems.push({ field, message });

  if (claim.date === null) report('date', 'Date is required.');
  else {
    const problem = expenseDateProblem(claim.date, context.today);
    if (problem) report('date', `${dateMessages.cannotSubmit} ${dateTexts[problem]}`);
  }
  if (isBlank(claim.category ?? '')) report('category', 'Category is required.');
  if (isBlank(claim.justification ?? '')) report('justification', 'Justification is required.');
  if (claim.amount === null) report('amount', 'Amount is required.');
  if (claim.currency === null) report('currency', 'Currency is required.');
  problems.push(...currencyProblems(claim));
  if (!claim.classification) report('classification', 'Classification is required.');
  if (isVatApplicable(claim) && !claim.noReceipt && claim.vatAmount === null) report('vatAmount', vatMessages.invalid);
  problems.push(...vatProblems(claim));
  if (!context.hasReceipt && !(claim.noReceipt && isPrivileged(context.role))) {
    report('receipt', claim.noReceipt ? receiptMessages.requiredForAll : receiptRequiredMessage(context.role));
  }
  return problems;
}
