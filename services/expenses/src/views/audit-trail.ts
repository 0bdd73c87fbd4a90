import {
  auditEntryOf,
  CLAIM_FIELDS,
  claimFields,
  toSnakeCase,
  type AuditedChange as Change,
  type AuditEntry,
  type ExpenseEvent,
  type MentionedPerson,
} from '@outlay/contracts';
import { isolated } from '@outlay/rules';
import { evolve } from '../domain/evolve.js';
import { initialState, isExisting, type Claim, type ExpenseState, type StoredExpenseEvent } from '../domain/expense.js';
import { reimbursementAmount } from '../domain/reimbursement.js';

type TrailEvent = StoredExpenseEvent & { readonly id: string };

/** Events that are saved with a claim, and the fields whose changes their own entries show. */
const FIELDS_OF_PARTS: Partial<Record<ExpenseEvent['type'], readonly string[]>> = {
  ReceiptAttached: ['receipt'],
  ReceiptRemoved: ['receipt'],
  RateOverridden: ['exchange_rate', 'override_exchange_rate'],
};

export function auditTrail(events: readonly TrailEvent[]): AuditEntry[] {
  let state: ExpenseState = initialState;
  return savedTogether(events).flatMap((saved) => {
    const before = state;
    state = saved.reduce(evolve, before);
    return saved.flatMap((event) => entriesOf(event, changesOf(before, state, event, saved)));
  });
}

/** Each event with its parts: the receipt and the override of a claim are events of their own. */
function savedTogether(events: readonly TrailEvent[]): TrailEvent[][] {
  const groups: TrailEvent[][] = [];
  for (const event of events) {
    const group = event.type in FIELDS_OF_PARTS ? groups.at(-1) : undefined;
    if (group) group.push(event);
    else groups.push([event]);
  }
  return groups;
}

function entriesOf(event: TrailEvent, changes: readonly Change[]): AuditEntry[] {
  return changes.map((entry, index) =>
    auditEntryOf({ ...event, id: index === 0 ? event.id : `${event.id}-${index}` }, entry),
  );
}

/** @param before the state before, and `after` the one after, all the events that were saved together */
function changesOf(
  before: ExpenseState,
  after: ExpenseState,
  event: ExpenseEvent,
  saved: readonly ExpenseEvent[],
): Change[] {
  if (before.status === 'none' && event === saved[0]) return [created(after)];
  const statusChanges: Change[] = before.status === after.status ? [] : [statusChange(before, after)];
  switch (event.type) {
    case 'ExpenseDrafted':
    case 'ExpenseSubmitted':
    case 'ExpenseRevised': {
      const ofParts = saved.flatMap(({ type }) => FIELDS_OF_PARTS[type] ?? []);
      const changes = fieldChanges(before, after, 'updated').map((entry) =>
        entry.fieldName === 'reimbursement_currency' && event.data.convertedFrom
          ? { ...entry, changeSummary: `${entry.changeSummary}, the currency of the account` }
          : entry,
      );
      return [...statusChanges, ...changes.filter(({ fieldName }) => !ofParts.includes(fieldName ?? ''))];
    }
    case 'ReceiptAttached':
      return [
        change(
          'updated',
          'receipt',
          null,
          event.data.receipt.fileName,
          `Receipt attached: ${isolated(event.data.receipt.originalName)}`,
        ),
      ];
    case 'ReceiptRemoved':
      return [
        change(
          'updated',
          'receipt',
          event.data.receipt.fileName,
          null,
          `Receipt removed: ${isolated(event.data.receipt.originalName)}`,
        ),
      ];
    case 'RateOverridden': {
      const { fetchedRate, rate, reason } = event.data;
      const kept = isExisting(before) ? before.claim.override : null;
      if (kept?.rate === rate && kept.reason === reason) return [];
      return [
        change(
          'fx_override',
          'exchange_rate',
          fetchedRate,
          rate,
          `Exchange rate overridden from ${fetchedRate} to ${rate}: ${isolated(reason)}`,
        ),
      ];
    }
    case 'DuplicateWarningDismissed':
      return [
        change(
          'duplicate_dismissed',
          'duplicates',
          null,
          event.data.duplicates.join(', '),
          `Approved although it looks like ${event.data.duplicates.join(', ')}`,
        ),
      ];
    case 'ExpenseApproved':
      return [
        {
          ...statusChange(before, after),
          action: 'approved',
          changeSummary:
            before.status === 'approved'
              ? `Approved as amended, as it stood at revision ${event.data.onRevision}`
              : `Approved as it stood at revision ${event.data.onRevision}`,
        },
      ];
    case 'ExpenseRejected':
      return [
        {
          ...statusChange(before, after),
          action: 'rejected',
          changeSummary: `Rejected: ${isolated(event.data.reason)}`,
        },
      ];
    case 'ExpenseReverted':
      return [
        {
          ...statusChange(before, after),
          changeSummary: `Reverted to submitted${event.data.note ? `: ${isolated(event.data.note)}` : ''}`,
        },
      ];
    case 'ExpenseAmendedByAdmin': {
      const reason = event.data.reimbursement ? `: ${isolated(event.data.reimbursement.reason)}` : '';
      return fieldChanges(before, after, 'admin_edit').map((entry) =>
        entry.fieldName === 'reimbursement_amount'
          ? { ...entry, changeSummary: `${entry.changeSummary}${reason}` }
          : entry,
      );
    }
    case 'QuestionAsked':
      return [
        change(
          'question_asked',
          'question',
          null,
          event.data.question,
          `Asked${mentioning(event.data.mentioned)}: ${isolated(event.data.question)}`,
        ),
      ];
    case 'QuestionAnswered':
      return [
        change('question_answered', 'answer', null, event.data.answer, `Answered: ${isolated(event.data.answer)}`),
      ];
    case 'ExpensePaid':
      return [
        { ...statusChange(before, after), action: 'paid', changeSummary: `Paid in payment ${event.data.paymentId}` },
      ];
    case 'DraftDeleted':
      return [{ ...statusChange(before, after), changeSummary: 'Draft deleted' }];
    default:
      return event satisfies never;
  }
}

function mentioning(people: readonly MentionedPerson[] = []): string {
  return people.length === 0 ? '' : `, mentioning ${people.map(({ name }) => isolated(name)).join(', ')}`;
}

function created(after: ExpenseState): Change {
  const snapshot = isExisting(after) ? { status: after.status, ...fieldsOf(after.claim) } : {};
  const how = after.status === 'draft' ? 'Saved as a draft' : 'Submitted';
  return { action: 'created', changeSummary: how, newValue: JSON.stringify(snapshot) };
}

function statusChange(before: ExpenseState, after: ExpenseState): Change {
  const summary = `Status changed from ${before.status} to ${after.status}`;
  return change('status_changed', 'status', before.status, after.status, summary);
}

function fieldChanges(before: ExpenseState, after: ExpenseState, action: AuditEntry['action']): Change[] {
  if (!isExisting(before) || !isExisting(after)) return [];
  const old = fieldsOf(before.claim);
  const now = fieldsOf(after.claim);
  // If the amount changes as well, the reason is in the summary.
  const [amount, reason] = ['reimbursement_amount', 'reimbursement_reason'] as const;
  if (old[amount] !== now[amount]) now[reason] = old[reason] ?? null;
  return Object.entries(now).flatMap(([field, value]) => {
    const previous = old[field] ?? null;
    return previous === value
      ? []
      : [
          change(
            action,
            field,
            previous,
            value,
            `${field} changed from ${isolated(previous ?? 'nothing')} to ${isolated(value ?? 'nothing')}`,
          ),
        ];
  });
}

/** The values of a claim by their names in replies. */
function fieldsOf(claim: Claim): Record<string, string | null> {
  const { details, rate, override } = claim;
  const ofClaim = Object.fromEntries(CLAIM_FIELDS.map((name) => [claimFields[name].json, textOf(details[name])]));
  const others = toSnakeCase({
    receipt: claim.receipt?.fileName ?? null,
    exchangeRate: override?.rate ?? rate?.rate ?? null,
    fetchedExchangeRate: rate?.rate ?? null,
    exchangeRateSource: rate?.source ?? null,
    exchangeRateDate: rate?.effectiveDate ?? null,
    exchangeRateStale: rate && String(rate.stale),
    exchangeRateProvisional: rate && String(rate.provisional),
    overrideExchangeRate: override?.rate ?? null,
    reimbursementAmount: reimbursementAmount(claim),
    reimbursementCurrency: claim.reimbursementCurrency,
    reimbursementReason: claim.manualReimbursement?.reason ?? null,
  });
  return { ...ofClaim, ...others };
}

function textOf(value: string | boolean | null): string | null {
  return value === null ? null : String(value);
}

function change(
  action: AuditEntry['action'],
  fieldName: string,
  oldValue: string | null,
  newValue: string | null,
  changeSummary: string,
): Change {
  return { action, fieldName, oldValue, newValue, changeSummary };
}
