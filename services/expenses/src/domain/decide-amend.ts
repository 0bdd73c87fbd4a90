import { isDeepStrictEqual } from 'node:util';
import { amendedIn, OutlayError, type ExpenseEvent, type ClaimDetails } from '@outlay/contracts';
import { compareDecimals, currencyProblem, draftProblems, isBlank, shortDateProblem, tidyClaim } from '@outlay/rules';
import type { CommandOf } from './commands.js';
import { approval } from './decide-review.js';
import type { Claim, ExpenseState } from './expense.js';
import { changesFigures, type Change } from './figures.js';
import { requireAllowed, requireNotOwn, requireRate, requireRevision } from './refusals.js';
import { reimbursementAmount } from './reimbursement.js';

export function decideAmend(command: CommandOf<'Amend'>, state: ExpenseState, revision: number): ExpenseEvent[] {
  const expense = requireAllowed(state, 'amend');
  // An amendment of one's own approved expense would approve it.
  if (expense.status === 'approved') requireNotOwn(expense, command, 'correct an approved expense');
  const { claim } = expense;
  requireRevision(command, revision);
  const original = originalChange(command, claim);
  const details = { ...claim.details, ...original, ...command.change.metadata };
  const next = tidyClaim(details, claim.receipt !== null);
  const metadata = metadataChange(claim, next);
  const overrideCleared = claim.override !== null && (command.change.clearOverride || changesRate(original, claim));
  const reimbursement = reimbursementChange(command, claim, original !== undefined || overrideCleared);
  const data: Change = {
    ...(original && { original }),
    ...(overrideCleared && { overrideCleared: true }),
    ...(metadata && { metadata }),
    ...(reimbursement && { reimbursement }),
  };
  if (Object.keys(data).length === 0) return [];
  const amendment = { type: 'ExpenseAmendedByAdmin', data } as const;
  if (!changesFigures(data, claim)) return [amendment];
  refuseVatAboveAmount(next);
  return expense.status === 'approved' ? [amendment, ...approval(expense, revision + 1, command)] : [amendment];
}

function refuseVatAboveAmount(details: ClaimDetails): void {
  const [problem] = draftProblems(details);
  if (!problem) return;
  throw new OutlayError('INVALID_INPUT', problem.message, [{ field: 'metadata.vat_amount', message: problem.message }]);
}

function originalChange({ change, today }: CommandOf<'Amend'>, { details }: Claim): Change['original'] {
  const { original } = change;
  if (!original) return undefined;
  const { amount, currency, date } = original;
  if (amount === details.amount && currency === details.currency && date === details.date) return undefined;
  const refuse = (field: string, message: string | null) => {
    if (message !== null) throw new OutlayError('INVALID_INPUT', message, [{ field, message }]);
  };
  refuse('original.date', date === details.date ? null : shortDateProblem(date, today));
  refuse('original.currency', currencyProblem(currency, date));
  return { amount, currency, date, rate: requireRate(original.rate) };
}

/** An override is relative to the fetched rate of one day and currency. */
function changesRate(original: Change['original'], { details }: Claim): boolean {
  return original !== undefined && (original.currency !== details.currency || original.date !== details.date);
}

function metadataChange({ details }: Claim, next: ClaimDetails): Change['metadata'] {
  const metadata = metadataOf(next);
  return isDeepStrictEqual(metadata, metadataOf(details)) ? undefined : metadata;
}

const METADATA = amendedIn('metadata');

function metadataOf(details: ClaimDetails): NonNullable<Change['metadata']> {
  return Object.fromEntries(METADATA.map((name) => [name, details[name]])) as Pick<
    ClaimDetails,
    (typeof METADATA)[number]
  >;
}

function reimbursementChange(
  { change }: CommandOf<'Amend'>,
  claim: Claim,
  recomputed: boolean,
): Change['reimbursement'] {
  const { reimbursement } = change;
  if (!reimbursement) return undefined;
  const current = reimbursementAmount(claim);
  if (!recomputed && current !== null && compareDecimals(current, reimbursement.amount) === 0) return undefined;
  if (isBlank(reimbursement.reason)) {
    throw new OutlayError('INVALID_INPUT', 'A reason is required when the reimbursement amount is changed', [
      { field: 'reimbursement.reason', message: 'is required' },
    ]);
  }
  return reimbursement;
}
