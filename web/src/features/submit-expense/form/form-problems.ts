import type { ClaimDetails } from '@outlay/contracts';
import {
  currencyProblem,
  dateMessages,
  expenseDateProblem,
  isVatAboveAmount,
  isVatApplicable,
  OTHER_CURRENCY,
  parseAmount,
  submissionProblems,
  vatMessages,
  type IsoDate,
  type Problem,
  type SubmissionContext,
} from '@outlay/rules';
import * as texts from '#strings/submit-expense';
import { currencyOf, type ClaimValues } from '#expense/claim-values';

export type FieldErrors = Partial<Record<keyof ClaimValues, string>>;
type Touched = Partial<Record<keyof ClaimValues, boolean>>;

/** A date field reports the years 2, 20 and 202 while a year is typed. */
const FIRST_COMPLETE_YEAR = '1900';

export function fieldErrors(values: ClaimValues, touched: Touched, today: IsoDate): FieldErrors {
  const errors: FieldErrors = {};
  const dateProblem = values.date && expenseDateProblem(values.date, today);
  if (dateProblem && (touched.date || values.date > FIRST_COMPLETE_YEAR)) errors.date = dateMessages[dateProblem];
  if (values.amount && parseAmount(values.amount) === null) errors.amount = texts.amountInvalid;
  if (values.currency === OTHER_CURRENCY && (touched.currencyOther || values.currencyOther.length === 3)) {
    errors.currencyOther = currencyProblem(values.currencyOther, values.date || null) ?? undefined;
  }
  const asksVat = isVatApplicable({ ...values, currency: currencyOf(values) }) && !values.noReceipt;
  if (asksVat && (values.vatAmount || touched.vatAmount)) {
    const figures = { amount: parseAmount(values.amount), vatAmount: parseAmount(values.vatAmount) };
    if (figures.vatAmount === null) errors.vatAmount = vatMessages.invalid;
    else if (isVatAboveAmount(figures)) errors.vatAmount = vatMessages.aboveAmount;
  }
  return errors;
}

/** The problem that keeps a draft from being saved: its fields may be empty, but not invalid. */
export function draftProblem(values: ClaimValues, errors: FieldErrors): string | null {
  const filled = (['amount', 'currencyOther', 'vatAmount'] as const).filter((field) => values[field] !== '');
  return filled.map((field) => errors[field]).find((error) => error !== undefined) ?? null;
}

export interface SubmissionCheck {
  /** Labels of missing fields; all but the receipt and an invalid date disable Submit. */
  readonly missing: readonly string[];
  readonly firstMissing: Problem['field'] | null;
  readonly isComplete: boolean;
  /** Shown when Submit is pressed: an invalid date or no receipt. */
  readonly problemOnSubmit: Problem | null;
}

const LABELS = {
  date: texts.missingDate,
  category: texts.missingCategory,
  justification: texts.missingJustification,
  amount: texts.missingAmount,
  currency: texts.missingCurrency,
  classification: texts.missingClassification,
  vatAmount: texts.missingVat,
  noReceipt: texts.missingDeclaration,
  receipt: texts.missingReceipt,
} as const satisfies Record<Problem['field'], string>;

export function checkSubmission(claim: ClaimDetails, facts: SubmissionContext): SubmissionCheck {
  const problems = submissionProblems(claim, facts);
  const isShownOnSubmit = ({ field }: Problem) => field === 'receipt' || (field === 'date' && claim.date !== null);
  return {
    missing: problems.map(({ field }) => (field === 'date' && claim.date ? texts.missingValidDate : LABELS[field])),
    firstMissing: problems[0]?.field ?? null,
    isComplete: problems.every(isShownOnSubmit),
    problemOnSubmit: problems.find(isShownOnSubmit) ?? null,
  };
}
