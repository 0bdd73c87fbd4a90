import type { ExpenseEvent, PaymentEvent } from '@outlay/contracts';
import { allowsOnlyWhatIsDecided } from '@outlay/event-sourcing/testing/allowed-events';
import type { ExpenseCommand } from '../domain/commands.js';
import { isExisting, isWhole, type ExpenseState } from '../domain/expense.js';
import { evolve } from '../domain/evolve.js';
import type { PaymentState } from '../domain/payment.js';
import { aClaim, aCommand, anEvent, anna, aRate, aReceipt, boss, partner, recorded } from '../testing/builders.js';
import { EXPENSE, PAYMENT, RUN } from './stream-types.js';

const other = aReceipt({ fileName: 'r2.pdf', sha256: 'bb'.repeat(32) });
const duplicate = { duplicates: ['EXP-2'], duplicatesKnown: true };
const override = { rate: '1.01', reason: 'Card statement' };
const usd = { amount: '90.00', currency: 'USD', date: '2026-06-09', rate: aRate('0.92') } as const;

/** The cases cover every combination of what may follow within the command. */
const saving = [null, other].flatMap((receipt) =>
  [null, override].flatMap((over) =>
    (['draft', 'submitted'] as const).flatMap((status) =>
      ['20.00', '30.00'].map((amount) => {
        const details = aClaim({ amount, noReceipt: true });
        return { actor: partner, status, receipt, override: over, details };
      }),
    ),
  ),
);

const commands = (revision: number): readonly ExpenseCommand[] => [
  ...saving.map((over) => aCommand.create(over)),
  ...saving.flatMap((over) => [true, false].map((removeReceipt) => aCommand.revise({ ...over, removeReceipt }))),
  aCommand.onBehalf(),
  aCommand.onBehalf({ noReceipt: true }, { receipt: null }),
  aCommand.approve(),
  aCommand.approve(duplicate),
  aCommand.reject(),
  aCommand.reject({ reason: 'Blurred' }),
  // They come often, because little may happen between a question and its answer.
  ...Array.from({ length: 5 }, () => [aCommand.ask(), aCommand.answer()]).flat(),
  aCommand.revert(),
  // At least one of two amounts changes the claim, with duplicates and without.
  ...['91.00', '92.00'].flatMap((amount) =>
    [{}, duplicate].map((check) => aCommand.amend({ original: { ...usd, amount } }, check)),
  ),
  aCommand.amend({ reimbursement: { amount: '77.00', reason: 'Agreed' } }),
  aCommand.amend({ metadata: { vatAmount: '1.00' } }),
  aCommand.amend({ metadata: { category: 'Hotel' } }),
  aCommand.pay('pay-1', revision),
  aCommand.pay('pay-2', revision),
  aCommand.delete(),
];

const claimIn = (state: ExpenseState) => (isExisting(state) ? state.claim : null);

/** The event is made to fit the claim, so that it is not refused for its figures. */
function fit(event: ExpenseEvent, state: ExpenseState, revision: number): ExpenseEvent {
  const claim = claimIn(state);
  switch (event.type) {
    case 'ExpenseApproved':
      return {
        ...event,
        data: { ...event.data, onRevision: revision - 1, receiptSha256: claim?.receipt?.sha256 ?? null },
      };
    case 'ReceiptRemoved':
      return { ...event, data: { receipt: claim?.receipt ?? event.data.receipt } };
    case 'RateOverridden':
      return { ...event, data: { ...event.data, fetchedRate: claim?.rate?.rate ?? event.data.fetchedRate } };
    case 'ExpenseDrafted':
    case 'ExpenseSubmitted':
    case 'ExpenseRevised': {
      const { opening: _, ...data } = event.data;
      return { ...event, data: state.status === 'none' ? event.data : data };
    }
    default:
      return event;
  }
}

describe('of an expense', () => {
  allowsOnlyWhatIsDecided(EXPENSE, {
    commands: (_, revision) =>
      commands(revision).map((command) => ({ command, actor: { ...boss, email: 'boss@example.org' } })),
    fit,
  });

  const after = (...events: readonly ExpenseEvent[]) =>
    events.map(recorded).reduce<ExpenseState>(evolve, EXPENSE.initial);
  const approved = (onRevision: number, receiptSha256: string | null = null): ExpenseEvent => ({
    type: 'ExpenseApproved',
    data: { onRevision, receiptSha256 },
  });
  const isAllowed = (state: ExpenseState, event: ExpenseEvent, revision: number) =>
    EXPENSE.allows(state, recorded(event, revision));

  it('an approval says what it approved', () => {
    const state = after(anEvent.submitted(), anEvent.attached());
    expect(isAllowed(state, approved(1, aReceipt().sha256), 2)).toBe(true);
    expect(isAllowed(state, approved(0, aReceipt().sha256), 2)).toBe(false);
    expect(isAllowed(state, approved(1, other.sha256), 2)).toBe(false);
  });

  it('figures that are amended after an approval are approved again, or the stream is not whole', () => {
    const amended: ExpenseEvent = {
      type: 'ExpenseAmendedByAdmin',
      data: { reimbursement: { amount: '9.00', reason: 'x' } },
    };
    const renamed: ExpenseEvent = {
      type: 'ExpenseAmendedByAdmin',
      data: { metadata: { category: 'Hotel', justification: 'x', classification: null, vatAmount: null } },
    };
    const before = [anEvent.submitted(), approved(0)] as const;
    expect(isWhole(after(...before, renamed))).toBe(true);
    const state = after(...before, amended);
    expect(isWhole(state)).toBe(false);
    expect(isAllowed(state, anEvent.paid(), 3)).toBe(false);
    expect(isAllowed(state, approved(2), 3)).toBe(true);
    expect(isWhole(after(...before, amended, approved(2)))).toBe(true);
  });

  it('nothing follows a payment, and a claim is opened once', () => {
    const paid = after(anEvent.submitted(), approved(0), anEvent.paid());
    for (const event of [anEvent.paid('pay-2'), anEvent.reverted(), approved(2), anEvent.submitted()])
      expect(isAllowed(paid, event, 3)).toBe(false);
    expect(isAllowed(after(anEvent.drafted()), anEvent.submitted(), 1)).toBe(false);
  });
});

describe('of a payment', () => {
  const report = {
    filename: 'report.xlsx',
    spreadsheet: { size: 1, sha256: 'a'.repeat(64) },
    receiptsZip: { size: 2, sha256: 'b'.repeat(64) },
    previewSha256: 'c'.repeat(64),
    missingReceipts: 0,
  };
  const batch = { user: anna, currency: 'EUR' as const, expenses: ['a', 'b'], revisions: [1, 1] };
  allowsOnlyWhatIsDecided(PAYMENT, {
    commands: () => [
      { command: { type: 'Start' as const, batch } },
      { command: { type: 'Complete' as const, paid: ['a'], skipped: ['b'] } },
      { command: { type: 'RecordReport' as const, report } },
    ],
  });

  it('it is completed once', () => {
    const completed: PaymentEvent = { type: 'PaymentCompleted', data: { paid: ['a'], skipped: [] } };
    const { id, at, actor, revision } = recorded(anEvent.paid(), 2);
    const started = { status: 'started', startedAt: at, startedBy: actor, ...batch } as const;
    const done: PaymentState = {
      ...started,
      status: 'completed',
      completedAt: at,
      paid: ['a'],
      skipped: [],
      report: null,
    };
    expect(PAYMENT.allows(started, { ...completed, id, at, actor, revision })).toBe(true);
    expect(PAYMENT.allows(done, { ...completed, id, at, actor, revision })).toBe(false);
  });
});

describe('of a payment run', () => {
  const ordered = () => ({
    user: anna,
    currency: 'EUR' as const,
    total: '1.00',
    expenses: ['a'],
    revisions: [1],
    heads: [null],
  });
  const run = { reference: 'RUN-1', payments: [ordered(), ordered()] };
  allowsOnlyWhatIsDecided(RUN, {
    commands: () => [
      { command: { type: 'Start' as const, run } },
      ...[0, 1, 2].flatMap((index) => [
        { command: { type: 'RecordMade' as const, made: { payment: index, paymentId: 'p1', paid: 1, total: '1.00' } } },
        { command: { type: 'RecordRefused' as const, refused: { payment: index, code: 'CONFLICT', message: 'Paid' } } },
      ]),
    ],
  });
});
