import { CATEGORIES, isVatApplicable, vatMessages } from './categories.js';
import { currencyMessages, isIsoCurrency, parseCurrency } from './currencies.js';
import { dateMessages, expenseDateProblem, type IsoDate } from './dates.js';
import type { Decimal } from './decimal.js';
import { receiptMessages, receiptRequiredMessage } from './receipts.js';
import { isPrivileged, type Role } from './roles.js';

/** What a claim says. A draft may leave anything open. */
export interface ClaimDetails {
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
  readonly field: keyof ClaimDetails | 'receipt';
  readonly message: string;
}

export interface SubmissionFacts {
  readonly today: IsoDate;
  readonly role: Role;
  readonly hasReceipt: boolean;
}

/** The VAT a claim may carry: null where VAT does not apply or a receipt is declared missing (specification §5). */
export function claimableVat(claim: ClaimDetails): Decimal | null {
  return isVatApplicable(claim) && !claim.noReceipt ? claim.vatAmount : null;
}

/** The declaration counts only while there is no receipt (specification §5). */
export function tidyClaim(claim: ClaimDetails, hasReceipt: boolean): ClaimDetails {
  const declared = { ...claim, noReceipt: claim.noReceipt && !hasReceipt };
  return { ...declared, vatAmount: claimableVat(declared) };
}

const dateTexts = { invalid: dateMessages.invalid, future: dateMessages.future, tooOld: dateMessages.tooOld } as const;

/**
 * Everything that keeps a claim from being submitted, in the order of the form; empty when it may go out.
 * Form and server ask the same function, so that they cannot disagree.
 */
export function submissionProblems(claim: ClaimDetails, facts: SubmissionFacts): Problem[] {
  const problems: Problem[] = [];
  const say = (field: Problem['field'], message: string) => problems.push({ field, message });

  if (claim.date === null) say('date', 'Date is required.');
  else {
    const problem = expenseDateProblem(claim.date, facts.today);
    if (problem) say('date', `${dateMessages.cannotSubmit} ${dateTexts[problem]}`);
  }
  if (!claim.category) say('category', 'Category is required.');
  if (!claim.justification?.trim()) say('justification', 'Justification is required.');
  if (claim.amount === null) say('amount', 'Amount is required.');
  if (claim.currency === null) say('currency', 'Currency is required.');
  else if (!parseCurrency(claim.currency) || !isIsoCurrency(claim.currency)) say('currency', currencyMessages.invalid);
  if (!claim.classification) say('classification', 'Classification is required.');
  if (isVatApplicable(claim) && !claim.noReceipt && claim.vatAmount === null) say('vatAmount', vatMessages.invalid);
  if (!facts.hasReceipt && !(claim.noReceipt && isPrivileged(facts.role))) {
    say('receipt', claim.noReceipt ? receiptMessages.requiredForAll : receiptRequiredMessage(facts.role));
  }
  return problems;
}

export function isFormCategory(category: string): boolean {
  return (CATEGORIES as readonly string[]).includes(category);
}
