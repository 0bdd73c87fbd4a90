import type { AuditEntry, ExpenseEvent } from '@outlay/contracts';
import type { Claim, ExpenseState, RecordedFact } from './expense.js';
import { initialState, isLiving } from './expense.js';
import { evolve } from './evolve.js';
import { reimbursementAmount } from './reimbursement.js';

type Fact = RecordedFact & { readonly id: string };
type Step = Pick<AuditEntry, 'action' | 'changeSummary'> &
  Partial<Pick<AuditEntry, 'fieldName' | 'oldValue' | 'newValue'>>;

/** The trail of an expense, read from its events: what changed, by whom, when; oldest first. */
export function auditTrail(facts: readonly Fact[]): AuditEntry[] {
  let state: ExpenseState = initialState;
  return facts.flatMap((fact) => {
    const before = state;
    state = evolve(state, fact);
    return stepsOf(before, state, fact).map((step, index) => ({
      fieldName: null,
      oldValue: null,
      newValue: null,
      ...step,
      id: index === 0 ? fact.id : `${fact.id}-${index}`,
      changedByEmail: fact.actor.email,
      changedByRole: fact.actor.role,
      createdAt: fact.at,
      revision: fact.revision,
      eventType: fact.type,
    }));
  });
}

function stepsOf(before: ExpenseState, after: ExpenseState, fact: ExpenseEvent): Step[] {
  if (before.status === 'none') return [created(after)];
  const moved: Step[] = before.status === after.status ? [] : [statusChange(before, after)];
  switch (fact.type) {
    case 'ExpenseDrafted':
    case 'ExpenseSubmitted':
    case 'ExpenseRevised':
      return [...moved, ...fieldChanges(before, after, 'updated')];
    case 'ReceiptAttached':
      return [
        change(
          'updated',
          'receipt',
          null,
          fact.data.receipt.fileName,
          `Receipt attached: ${fact.data.receipt.originalName}`,
        ),
      ];
    case 'ReceiptRemoved':
      return [
        change(
          'updated',
          'receipt',
          fact.data.receipt.fileName,
          null,
          `Receipt removed: ${fact.data.receipt.originalName}`,
        ),
      ];
    case 'RateOverridden': {
      const { fetchedRate, rate, reason } = fact.data;
      return [
        change(
          'fx_override',
          'exchange_rate',
          fetchedRate,
          rate,
          `Exchange rate overridden from ${fetchedRate} to ${rate}: ${reason}`,
        ),
      ];
    }
    case 'DuplicateWarningDismissed':
      return [
        change(
          'duplicate_dismissed',
          'duplicates',
          null,
          fact.data.duplicates.join(', '),
          `Approved although it looks like ${fact.data.duplicates.join(', ')}`,
        ),
      ];
    case 'ExpenseApproved':
      return [
        {
          ...statusChange(before, after),
          action: 'approved',
          changeSummary: `Approved as it stood at revision ${fact.data.onRevision}`,
        },
      ];
    case 'ExpenseRejected':
      return [{ ...statusChange(before, after), action: 'rejected', changeSummary: `Rejected: ${fact.data.reason}` }];
    case 'ExpenseReverted':
      return [
        {
          ...statusChange(before, after),
          changeSummary: `Reverted to submitted${fact.data.note ? `: ${fact.data.note}` : ''}`,
        },
      ];
    case 'ExpenseAmendedByAdmin': {
      const reason = fact.data.reimbursement ? `: ${fact.data.reimbursement.reason}` : '';
      return fieldChanges(before, after, 'admin_edit').map((step) =>
        step.fieldName === 'reimbursement_amount' ? { ...step, changeSummary: `${step.changeSummary}${reason}` } : step,
      );
    }
    case 'ExpensePaid':
      return [
        { ...statusChange(before, after), action: 'paid', changeSummary: `Paid in payment ${fact.data.paymentId}` },
      ];
    case 'DraftDeleted':
      return [{ ...statusChange(before, after), changeSummary: 'Draft deleted' }];
    default:
      return fact satisfies never;
  }
}

function created(after: ExpenseState): Step {
  const snapshot = isLiving(after) ? { status: after.status, ...fieldsOf(after.claim) } : {};
  const how = after.status === 'draft' ? 'Saved as a draft' : 'Submitted';
  return { action: 'created', changeSummary: how, newValue: JSON.stringify(snapshot) };
}

function statusChange(before: ExpenseState, after: ExpenseState): Step {
  const to = after.status === 'gone' ? 'deleted' : after.status;
  return change('status_changed', 'status', before.status, to, `Status changed from ${before.status} to ${to}`);
}

function fieldChanges(before: ExpenseState, after: ExpenseState, action: AuditEntry['action']): Step[] {
  if (!isLiving(before) || !isLiving(after)) return [];
  const old = fieldsOf(before.claim);
  return Object.entries(fieldsOf(after.claim)).flatMap(([field, value]) => {
    const previous = old[field] ?? null;
    return previous === value
      ? []
      : [
          change(
            action,
            field,
            previous,
            value,
            `${field} changed from ${previous ?? 'nothing'} to ${value ?? 'nothing'}`,
          ),
        ];
  });
}

/** A claim's values under the specification's field names, as text. */
function fieldsOf(claim: Claim): Record<string, string | null> {
  const { details, rate, override } = claim;
  return {
    date: details.date,
    type: details.category,
    justification: details.justification,
    amount: details.amount,
    currency: details.currency,
    classification: details.classification,
    vat_amount: details.vatAmount,
    no_receipt: String(details.noReceipt),
    receipt: claim.receipt?.fileName ?? null,
    exchange_rate: override?.rate ?? rate?.rate ?? null,
    fetched_exchange_rate: rate?.rate ?? null,
    override_exchange_rate: override?.rate ?? null,
    reimbursement_amount: reimbursementAmount(claim),
    reimbursement_currency: claim.reimbursementCurrency,
  };
}

function change(
  action: AuditEntry['action'],
  fieldName: string,
  oldValue: string | null,
  newValue: string | null,
  changeSummary: string,
): Step {
  return { action, fieldName, oldValue, newValue, changeSummary };
}
