import type {
  AccessEventType,
  AccountEventType,
  ExpenseEventType,
  InviteEventType,
  PaymentEventType,
  RunEventType,
  TokenEventType,
  TrailEvent,
} from '@outlay/contracts';

export type SaidType =
  | AccessEventType
  | AccountEventType
  | ExpenseEventType
  | InviteEventType
  | PaymentEventType
  | RunEventType
  | TokenEventType
  | TrailEvent['type'];

/** A sentence of the actor, the subject, and values of the event's data by their paths. */
type Sentence = (who: string, what: string, of: (path: string) => string) => string;

const times = (of: (path: string) => string) => (of('count') === '1' ? '' : ` ${of('count')} times`);
const because = (reason: string) => (reason ? `: ${reason}` : '');
const count = (n: string, one: string, many: string) => `${n} ${n === '1' ? one : many}`;
const amount = (of: (path: string) => string) =>
  of('details.amount') ? ` over ${of('details.amount')} ${of('details.currency')}` : '';

export const sentences = {
  ExpenseDrafted: (who, what, of) => `${who} saved ${what}${amount(of)} as a draft`,
  ExpenseSubmitted: (who, what, of) => `${who} submitted ${what}${amount(of)}`,
  ExpenseRevised: (who, what, of) => `${who} changed ${what}${amount(of)}`,
  ReceiptAttached: (who, what, of) => `${who} attached the receipt ${of('receipt.originalName')} to ${what}`,
  ReceiptRemoved: (who, what, of) => `${who} removed the receipt ${of('receipt.originalName')} from ${what}`,
  RateOverridden: (who, what, of) =>
    `${who} changed the rate of ${what} from ${of('fetchedRate')} to ${of('rate')}${because(of('reason'))}`,
  DuplicateWarningDismissed: (who, what, of) => `${who} approved ${what} although it looks like ${of('duplicates')}`,
  ExpenseApproved: (who, what, of) => `${who} approved ${what} as it stood at revision ${of('onRevision')}`,
  ExpenseRejected: (who, what, of) => `${who} rejected ${what}${because(of('reason'))}`,
  ExpenseReverted: (who, what, of) => `${who} put ${what} back to submitted${because(of('note'))}`,
  ExpenseAmendedByAdmin: (who, what, of) => `${who} corrected ${what}${because(of('reimbursement.reason'))}`,
  QuestionAsked: (who, what, of) => {
    const mentioned = of('mentioned.name');
    return `${who} asked about ${what}${mentioned && `, mentioning ${mentioned}`}${because(of('question'))}`;
  },
  QuestionAnswered: (who, what, of) => `${who} answered about ${what}${because(of('answer'))}`,
  ExpensePaid: (who, what) => `${who} paid ${what}`,
  DraftDeleted: (who, what) => `${who} deleted the draft ${what}`,

  PaymentStarted: (who, _what, of) =>
    `${who} began to pay ${of('user.name')} ${count(of('expenses.length'), 'expense', 'expenses')} in ${of('currency')}`,
  PaymentCompleted: (who, _what, of) =>
    `${who} completed a payment of ${count(of('paid.length'), 'expense', 'expenses')}` +
    (of('skipped.length') === '0' ? '' : `, ${of('skipped.length')} left out`),

  RunStarted: (who, _what, of) =>
    `${who} started the payment run ${of('reference')} of ${count(of('payments.length'), 'payment', 'payments')}`,
  RunPaymentMade: (_who, _what, of) =>
    `Outlay made a payment of a run, of ${count(of('paid'), 'expense', 'expenses')} and ${of('total')} in total`,
  RunPaymentRefused: (_who, _what, of) => `Outlay refused a payment of a run: ${of('message')}`,

  ReportMade: (_who, _what, of) => `Outlay made the report ${of('filename')}`,

  AccountRegistered: (_who, _what, of) => `${of('firstName')} ${of('lastName')} registered as ${of('role')}`,
  RoleChanged: (who, what, of) => `${who} changed the role of ${what} from ${of('from')} to ${of('to')}`,
  NamesChanged: (who, _what, of) =>
    `${who} changed a name from ${of('from.firstName')} ${of('from.lastName')} to ${of('to.firstName')} ${of('to.lastName')}`,
  ReimbursementCurrencyChanged: (who, what, of) =>
    `${who} changed the currency that ${what} is reimbursed in from ${of('from')} to ${of('to')}`,
  AccountDeactivated: (who, what) => `${who} deactivated the account of ${what}`,
  AccountReactivated: (who, what) => `${who} activated the account of ${what} again`,
  ResetCodeIssued: (who, what) => `${who} made a password reset code for ${what}`,
  ResetCodeUsed: (_who, what) => `${what} used a password reset code`,
  PasswordChanged: (_who, what) => `${what} has a new password`,
  ChangeRequested: (who, what, of) =>
    of('action') === 'reset_code'
      ? `${who} asked for a password reset code for ${what}`
      : `${who} asked to make ${what} ${[of('role'), of('status')].filter(Boolean).join(', ')}`,
  ChangeConfirmed: (who, what) => `${who} confirmed what was asked for ${what}`,
  ChangeRefused: (who, what) => `${who} refused what was asked for ${what}`,
  ChangeWithdrawn: (who, what) => `${who} withdrew what was asked for ${what}`,
  NoticesDismissed: (who) => `${who} has read the notices`,
  ViewSaved: (who, _what, of) => `${who} saved the view “${of('name')}”${of('shared') === 'true' ? ' for all' : ''}`,
  ViewRemoved: (who, _what, of) => `${who} removed the view “${of('name')}”`,
  TripSaved: (who, _what, of) => `${who} saved the trip “${of('name')}”`,
  TripRemoved: (who, _what, of) => `${who} removed the trip “${of('name')}”`,

  InviteCreated: (who, _what, of) => `${who} invited ${of('email') || 'the first super admin'} as ${of('role')}`,
  InviteConfirmationRequested: (who) => `${who} asked another super admin to confirm an invite`,
  InviteConfirmed: (who) => `${who} confirmed an invite`,
  InviteRefused: (who) => `${who} refused an invite`,
  InviteWithdrawn: (who) => `${who} withdrew an invite`,
  InviteRevoked: (who) => `${who} revoked an invite`,
  InviteRedeemed: (_who, _what, of) => `${of('email')} used an invite`,

  SignedIn: (who, _what, of) => `${who} signed in${times(of)}`,
  SignInFailed: (who, _what, of) => `${who} failed to sign in${times(of)}`,
  ReceiptOpened: (who, what, of) => `${who} opened a receipt of ${what}${times(of)}`,
  ReportOpened: (who, what, of) => `${who} opened a report of ${what}${times(of)}`,
  ExpensesExported: (who, _what, of) => `${who} exported a list of expenses${times(of)}`,
  TokenUsed: (who) => `${who} read the audit trail by a token`,
  TrailExported: (who) => `${who} read the audit trail`,
  TrailVerified: (who, _what, of) =>
    `${who} verified ${count(of('events'), 'event', 'events')}: ${of('findings') === '0' ? 'no findings' : count(of('findings'), 'finding', 'findings')}`,

  TokenCreated: (who, _what, of) => `${who} made the token ${of('name')}, which reads the trail`,
  TokenRevoked: (who) => `${who} revoked a token`,

  TrailRepaired: (_who, _what, of) =>
    `${of('by')} accepted ${count(of('findings.length'), 'finding', 'findings')} about the trail${because(of('reason'))}`,
} as const satisfies Record<SaidType, Sentence>;

export const unknown = (who: string, type: string) => `${who}: ${type}`;
export const somebody = 'Somebody';
export const anExpense = 'an expense';
export const anAccount = 'an account';
