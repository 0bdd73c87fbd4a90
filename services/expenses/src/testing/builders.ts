import {
  completeDetails,
  type ClaimDetails,
  type ExpenseEvent,
  type ExpenseEventOf,
  type ExpenseEventType,
  type FrozenRate,
  type MentionedPerson,
  type ReceiptRef,
} from '@outlay/contracts';
import { scenario } from '@outlay/testing';
import type { CommandOf } from '../domain/commands.js';
import { decide } from '../domain/decide.js';
import { evolve } from '../domain/evolve.js';
import { initialState } from '../domain/expense.js';

export const anna = { id: 'anna', name: 'Anna Abel', email: 'anna@example.org' };
export const member = { id: anna.id, role: 'team_member' } as const;
export const partner = { id: anna.id, role: 'partner' } as const;
export const boss = { id: 'boss', role: 'super_admin' } as const;
export const today = '2026-06-15';

export const aRate = (rate = '1', over: Partial<FrozenRate> = {}): FrozenRate => ({
  rate,
  effectiveDate: '2026-06-12',
  source: 'ecb',
  stale: false,
  provisional: false,
  ...over,
});

export const aReceipt = (over: Partial<ReceiptRef> = {}): ReceiptRef => ({
  fileName: 'r1.pdf',
  originalName: 'train.pdf',
  contentType: 'application/pdf',
  size: 1000,
  sha256: 'aa'.repeat(32),
  ...over,
});

export const aClaim = (over: Partial<ClaimDetails> = {}): ClaimDetails =>
  completeDetails({
    date: '2026-06-10',
    category: 'Restaurant',
    justification: 'Dinner with the auditors',
    amount: '100.00',
    currency: 'EUR',
    classification: 'investment',
    ...over,
  });

const opening = { expenseId: 'EXP-TEST000001', owner: anna };

function saved(over: Partial<ClaimDetails>, rate: FrozenRate | null) {
  return { details: aClaim(over), rate, reimbursementCurrency: 'EUR' as const };
}

export const anEvent = {
  drafted: (over: Partial<ClaimDetails> = {}, rate: FrozenRate | null = aRate()): ExpenseEvent => ({
    type: 'ExpenseDrafted',
    data: { ...saved(over, rate), opening },
  }),
  submitted: (over: Partial<ClaimDetails> = {}, rate: FrozenRate = aRate()): ExpenseEvent => ({
    type: 'ExpenseSubmitted',
    data: { ...saved(over, rate), opening },
  }),
  attached: (receipt = aReceipt()): ExpenseEvent => ({ type: 'ReceiptAttached', data: { receipt } }),
  overridden: (rate: string, fetchedRate = '1'): ExpenseEvent => ({
    type: 'RateOverridden',
    data: { fetchedRate, rate, reason: 'Card statement' },
  }),
  approved: (): ExpenseEvent => ({ type: 'ExpenseApproved', data: { onRevision: 1, receiptSha256: null } }),
  rejected: (reason = 'Unreadable'): ExpenseEvent => ({ type: 'ExpenseRejected', data: { reason } }),
  reverted: (): ExpenseEvent => ({ type: 'ExpenseReverted', data: { note: null } }),
  asked: (question = 'Whose dinner?', mentioned?: MentionedPerson[]): ExpenseEvent => ({
    type: 'QuestionAsked',
    data: { question, ...(mentioned && { mentioned }) },
  }),
  answered: (answer = 'Mine'): ExpenseEvent => ({ type: 'QuestionAnswered', data: { answer } }),
  paid: (paymentId = 'pay-1'): ExpenseEvent => ({ type: 'ExpensePaid', data: { paymentId } }),
  deleted: (): ExpenseEvent => ({ type: 'DraftDeleted', data: {} }),
} satisfies Record<string, (...args: never[]) => ExpenseEventOf<ExpenseEventType>>;

export const aCommand = {
  create: (over: Partial<CommandOf<'Create'>> = {}): CommandOf<'Create'> => ({
    type: 'Create',
    actor: member,
    status: 'submitted',
    details: aClaim(),
    rate: aRate(),
    reimbursementCurrency: 'EUR',
    override: null,
    receipt: aReceipt(),
    today,
    opening,
    ...over,
  }),
  revise: (over: Partial<CommandOf<'Revise'>> = {}): CommandOf<'Revise'> => ({
    type: 'Revise',
    actor: member,
    status: 'submitted',
    details: aClaim(),
    rate: aRate(),
    reimbursementCurrency: 'EUR',
    override: null,
    receipt: null,
    removeReceipt: false,
    expectedRevision: null,
    today,
    ...over,
  }),
  onBehalf: (
    details: Partial<ClaimDetails> = {},
    over: Partial<CommandOf<'CreateOnBehalf'>> = {},
  ): CommandOf<'CreateOnBehalf'> => ({
    type: 'CreateOnBehalf',
    isOwnerActive: true,
    ownerRole: 'team_member',
    details: aClaim(details),
    rate: aRate(),
    reimbursementCurrency: 'EUR',
    receipt: aReceipt(),
    today,
    opening,
    ...over,
  }),
  approve: (over: Partial<CommandOf<'Approve'>> = {}): CommandOf<'Approve'> => ({
    type: 'Approve',
    actor: boss,
    expectedRevision: null,
    duplicates: [],
    sameReceipt: [],
    duplicatesKnown: false,
    receiptIntact: true,
    onlySuperAdmin: false,
    ...over,
  }),
  reject: (over: Partial<CommandOf<'Reject'>> = {}): CommandOf<'Reject'> => ({
    type: 'Reject',
    actor: boss,
    expectedRevision: null,
    reason: 'Unreadable',
    ...over,
  }),
  ask: (over: Partial<CommandOf<'Ask'>> = {}): CommandOf<'Ask'> => ({
    type: 'Ask',
    actor: boss,
    expectedRevision: null,
    question: 'Whose dinner?',
    mentioned: [],
    ...over,
  }),
  answer: (over: Partial<CommandOf<'Answer'>> = {}): CommandOf<'Answer'> => ({
    type: 'Answer',
    actor: member,
    expectedRevision: null,
    answer: 'Mine',
    ...over,
  }),
  revert: (over: Partial<CommandOf<'Revert'>> = {}): CommandOf<'Revert'> => ({
    type: 'Revert',
    actor: boss,
    expectedRevision: null,
    note: null,
    ...over,
  }),
  amend: (
    change: Partial<CommandOf<'Amend'>['change']> = {},
    over: Partial<CommandOf<'Amend'>> = {},
  ): CommandOf<'Amend'> => ({
    type: 'Amend',
    actor: boss,
    expectedRevision: null,
    onlySuperAdmin: false,
    duplicates: [],
    sameReceipt: [],
    duplicatesKnown: false,
    receiptIntact: true,
    today,
    change: { clearOverride: false, ...change },
    ...over,
  }),
  pay: (paymentId = 'pay-1', onRevision = 2): CommandOf<'Pay'> => ({
    type: 'Pay',
    paymentId,
    onRevision,
  }),
  delete: (actorId: string = anna.id): CommandOf<'DeleteDraft'> => ({
    type: 'DeleteDraft',
    expectedRevision: null,
    actor: { id: actorId, role: 'team_member' },
  }),
};

export function recorded(event: ExpenseEvent, revision: number) {
  const actor =
    (event.type.startsWith('Expense') || event.type === 'QuestionAsked') && revision > 0
      ? { ...boss, email: 'boss@example.org' }
      : { ...member, email: anna.email };
  return { ...event, revision, at: `2026-06-15T10:00:0${revision % 10}.000Z`, actor, id: `event-${revision}` };
}

export const expense = scenario({
  initial: initialState,
  decide,
  evolve: (state, event: ExpenseEvent, revision) => evolve(state, recorded(event, revision)),
});
