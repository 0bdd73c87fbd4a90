import {
  currencyMessages,
  dateMessages,
  expenseDateProblem,
  isIsoCurrency,
  isVatApplicable,
  OTHER_CURRENCY,
  parseAmount,
  parseCurrency,
  submissionProblems,
  vatMessages,
  type ClaimDetails,
  type IsoDate,
  type Problem,
  type SubmissionFacts,
} from '@outlay/rules';
import * as texts from '#strings/submit-expense';
import { currencyOf, type ClaimValues } from '../../../expense/claim-values';

export type FieldErrors = Partial<Record<keyof ClaimValues, string>>;
type Touched = Partial<Record<keyof ClaimValues, boolean>>;

/** Whoever types a year passes through the years 2, 20 and 202. */
const FIRST_WHOLE_YEAR = '1900';

/** What is wrong with what stands in the fields. What is not there yet is missing, not wrong. */
export function fieldErrors(values: ClaimValues, touched: Touched, today: IsoDate): FieldErrors {
  const errors: FieldErrors = {};
  const dateProblem = values.date && expenseDateProblem(values.date, today);
  if (dateProblem && (touched.date || values.date > FIRST_WHOLE_YEAR)) errors.date = dateMessages[dateProblem];
  if (values.amount && parseAmount(values.amount) === null) errors.amount = texts.amountInvalid;
  if (values.currency === OTHER_CURRENCY && (touched.currencyOther || values.currencyOther.length === 3)) {
    const code = parseCurrency(values.currencyOther);
    if (code === null || !isIsoCurrency(code)) errors.currencyOther = currencyMessages.invalid;
  }
  const asksVat = isVatApplicable({ ...values, currency: currencyOf(values) }) && !values.noReceipt;
  if (asksVat && (values.vat || touched.vat) && parseAmount(values.vat) === null) errors.vat = vatMessages.invalid;
  return errors;
}

export interface SubmissionCheck {
  /** What is not there yet, by its label: Submit waits for all but the receipt. */
  readonly missing: readonly string[];
  readonly isComplete: boolean;
  /** What to say when Submit is pressed all the same: an invalid date, no receipt (specification §5). */
  readonly refusal: Problem | null;
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

export function checkSubmission(claim: ClaimDetails, facts: SubmissionFacts): SubmissionCheck {
  const problems = submissionProblems(claim, facts);
  const saidOnSubmit = ({ field }: Problem) => field === 'receipt' || (field === 'date' && claim.date !== null);
  return {
    missing: problems
      .filter(({ field }) => field === 'receipt' || !(field === 'date' && claim.date))
      .map(({ field }) => LABELS[field]),
    isComplete: problems.every(saidOnSubmit),
    refusal: problems.find(saidOnSubmit) ?? null,
  };
}
