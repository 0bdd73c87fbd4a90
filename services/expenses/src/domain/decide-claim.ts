import { isDeepStrictEqual } from 'node:util';
import { claimFields, OutlayError, type ExpenseEvent, type ReceiptRef } from '@outlay/contracts';
import {
  compareDecimals,
  draftProblems,
  isBlank,
  isOverrideAllowed,
  isPrivileged,
  maySubmit,
  overrideMessages,
  receiptMessages,
  shortDateProblem,
  submissionProblems,
  tidyClaim,
  type Problem,
} from '@outlay/rules';
import type { CommandOf } from './commands.js';
import type { Expense, ExpenseState } from './expense.js';
import { requireAllowed, requireOwner, requireRate, requireRevision, requireShownCurrency } from './refusals.js';

type SaveCommand = CommandOf<'Create'> | CommandOf<'Revise'>;

export function decideCreate(command: CommandOf<'Create'>, state: ExpenseState): ExpenseEvent[] {
  // Stream ids are fresh, so an existing stream means that this command is a repetition.
  if (state.status !== 'none') return [];
  const data = { ...checkedClaim(command, command.receipt), opening: command.opening };
  return [
    command.status === 'draft' ? { type: 'ExpenseDrafted', data } : { type: 'ExpenseSubmitted', data },
    ...receiptEvents(null, command.receipt, false),
    ...overrideEvents(command),
  ];
}

export function decideRevise(command: CommandOf<'Revise'>, state: ExpenseState, revision: number): ExpenseEvent[] {
  requireOwner(state, command.actor.id);
  const expense = requireAllowed(state, command.status === 'draft' ? 'saveDraft' : 'submit');
  requireRevision(command, revision);
  const before = expense.claim.receipt;
  const kept = command.removeReceipt ? null : before;
  const { reimbursementCurrency: from } = expense.claim;
  const checked = checkedClaim(command, command.receipt ?? kept);
  const data = { ...checked, ...(from !== checked.reimbursementCurrency && { convertedFrom: from }) };
  const receipts = receiptEvents(before, command.receipt, command.removeReceipt);
  const overrides = overrideEvents(command);
  if (receipts.length === 0 && isUnchanged(expense, command.status, data, overrides)) return [];
  const type =
    command.status === 'draft'
      ? 'ExpenseDrafted'
      : expense.status === 'submitted'
        ? 'ExpenseRevised'
        : 'ExpenseSubmitted';
  return [{ type, data }, ...receipts, ...overrides];
}

function isUnchanged(
  { status, claim }: Expense,
  nextStatus: SaveCommand['status'],
  next: ReturnType<typeof checkedClaim>,
  overrides: readonly ExpenseEvent[],
): boolean {
  const [override] = overrides;
  const nextOverride =
    override?.type === 'RateOverridden' ? { rate: override.data.rate, reason: override.data.reason } : null;
  return (
    status === nextStatus &&
    claim.manualReimbursement === null &&
    isDeepStrictEqual(
      [claim.details, claim.rate, claim.reimbursementCurrency, claim.override],
      [next.details, next.rate, next.reimbursementCurrency, nextOverride],
    )
  );
}

export function decideCreateOnBehalf(command: CommandOf<'CreateOnBehalf'>, state: ExpenseState): ExpenseEvent[] {
  if (state.status !== 'none') return [];
  const { opening, receipt, reimbursementCurrency } = command;
  if (!command.isOwnerActive) {
    throw new OutlayError(
      'CONFLICT',
      `The account of ${opening.owner.name} is inactive, so no expense can be created for it.`,
    );
  }
  if (!maySubmit(command.ownerRole)) {
    throw new OutlayError('CONFLICT', `${opening.owner.name} is an auditor, and auditors have no expenses.`);
  }
  requireShownCurrency(command.shownCurrency, reimbursementCurrency);
  const details = tidyClaim(command.details, receipt !== null);
  const inputs = { today: command.today, role: 'super_admin', hasReceipt: receipt !== null } as const;
  // The date has a check of its own; the other two are the owner's to complete.
  const isOpen = ({ field }: Problem) =>
    field === 'date' || ((field === 'classification' || field === 'vatAmount') && details[field] === null);
  const message = shortDateProblem(details.date ?? '', command.today);
  if (message !== null) refuse([{ field: 'date', message }]);
  refuse(submissionProblems(details, inputs).filter((problem) => !isOpen(problem)));
  if (details.amount !== null && compareDecimals(details.amount, '0') === 0) {
    refuse([{ field: 'amount', message: 'Amount must be greater than 0.' }]);
  }
  const rate = requireRate(command.rate);
  return [
    { type: 'ExpenseSubmitted', data: { details, rate, reimbursementCurrency, opening } },
    ...receiptEvents(null, receipt, false),
  ];
}

export function decideDelete(
  { actor, ...expected }: CommandOf<'DeleteDraft'>,
  state: ExpenseState,
  revision: number,
): ExpenseEvent[] {
  if (state.status === 'deleted' && state.ownerId === actor.id) return [];
  requireOwner(state, actor.id);
  requireAllowed(state, 'delete');
  requireRevision(expected, revision);
  return [{ type: 'DraftDeleted', data: {} }];
}

function checkedClaim(command: SaveCommand, receipt: ReceiptRef | null) {
  const { actor, rate, reimbursementCurrency } = command;
  requireShownCurrency(command.shownCurrency, reimbursementCurrency);
  if (command.details.noReceipt && !isPrivileged(actor.role)) {
    throw new OutlayError('FORBIDDEN', receiptMessages.requiredForAll);
  }
  const details = tidyClaim(command.details, receipt !== null);
  if (command.status === 'draft') refuse(draftProblems(details).map(withFormFieldName));
  else {
    const inputs = { today: command.today, role: actor.role, hasReceipt: receipt !== null };
    refuse(submissionProblems(details, inputs).map(withFormFieldName));
    requireRate(rate);
  }
  return { details, rate, reimbursementCurrency };
}

function receiptEvents(before: ReceiptRef | null, attached: ReceiptRef | null, remove: boolean): ExpenseEvent[] {
  const events: ExpenseEvent[] = [];
  if (before && (attached || remove)) events.push({ type: 'ReceiptRemoved', data: { receipt: before } });
  if (attached) events.push({ type: 'ReceiptAttached', data: { receipt: attached } });
  return events;
}

function overrideEvents({ actor, override, rate }: SaveCommand): ExpenseEvent[] {
  if (!override) return [];
  if (!isPrivileged(actor.role)) {
    throw new OutlayError('FORBIDDEN', 'Only partners and super admins may override the exchange rate.');
  }
  const problem = (field: string, message: string) => new OutlayError('INVALID_INPUT', message, [{ field, message }]);
  if (rate !== null && compareDecimals(rate.rate, override.rate) === 0) return [];
  if (rate === null || !isOverrideAllowed(rate.rate, override.rate)) {
    throw problem('override_exchange_rate', overrideMessages.outOfRange);
  }
  if (isBlank(override.reason)) throw problem('override_reason', overrideMessages.reasonRequired);
  return [{ type: 'RateOverridden', data: { fetchedRate: rate.rate, rate: override.rate, reason: override.reason } }];
}

/** The name in the forms. */
function withFormFieldName({ field, message }: Problem): FieldProblem {
  return { field: field === 'receipt' ? field : claimFields[field].json, message };
}

interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

function refuse(problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (first) throw new OutlayError('INVALID_INPUT', first.message, problems);
}
