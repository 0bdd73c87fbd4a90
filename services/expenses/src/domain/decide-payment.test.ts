import type { PaymentEvent, ReportMade } from '@outlay/contracts';
import { scenario } from '@outlay/testing';
import { anEvent, recorded } from '../testing/builders.js';
import {
  decidePayment,
  isAsShown,
  isRepetition,
  paymentIdsOf,
  requireCompleted,
  startPayment,
  totalOf,
  type BatchItem,
  type PaymentRequest,
  type ShownFigures,
} from './decide-payment.js';
import { evolve } from './evolve.js';
import { initialState, isExisting, type ExpenseState } from './expense.js';
import { evolvePayment, initialPayment, type StartedPayment } from './payment.js';

type StartedData = Extract<PaymentEvent, { type: 'PaymentStarted' }>['data'];

const actor = { id: 'boss', email: 'boss@example.org' };
const payment = scenario({
  initial: initialPayment,
  decide: decidePayment,
  evolve: (state, event: PaymentEvent, revision) =>
    evolvePayment(state, { ...event, actor, at: `2026-06-15T10:00:0${revision}.000Z` }),
});
const batch: StartedData = {
  user: { id: 'anna', name: 'Anna Abel', email: 'anna@example.org' },
  currency: 'EUR',
  expenses: ['e1', 'e2'],
  revisions: [1, 1],
};
const start = { type: 'Start', batch } as const;
const complete = { type: 'Complete', paid: ['e1'], skipped: ['e2'] } as const;
const started: PaymentEvent = { type: 'PaymentStarted', data: batch };
const completed: PaymentEvent = { type: 'PaymentCompleted', data: { paid: ['e1'], skipped: ['e2'] } };

function anItem(
  id: string,
  events: readonly Parameters<typeof recorded>[0][] = [anEvent.submitted(), anEvent.approved()],
  over: { ownerId?: string; currency?: 'EUR' | 'USD' } = {},
): BatchItem {
  const state = events.map(recorded).reduce<ExpenseState>(evolve, initialState);
  if (!isExisting(state)) throw new Error('Build an existing expense');
  const { ownerId = state.claim.owner.id, currency = state.claim.reimbursementCurrency } = over;
  const owner = { ...state.claim.owner, id: ownerId };
  const claim = { ...state.claim, expenseId: `EXP-${id}`, owner, reimbursementCurrency: currency };
  return { id, revision: events.length - 1, headHash: `head-of-${id}`, expense: { ...state, claim } };
}
const paidBy = (id: string, paymentId: string) =>
  anItem(id, [anEvent.submitted(), anEvent.approved(), anEvent.paid(paymentId)]);

const report: ReportMade = {
  filename: 'report.xlsx',
  spreadsheet: { size: 1, sha256: 'a'.repeat(64) },
  receiptsZip: { size: 2, sha256: 'b'.repeat(64) },
  previewSha256: 'c'.repeat(64),
  missingReceipts: 0,
};
const made: PaymentEvent = { type: 'ReportMade', data: report };

describe('a payment', () => {
  it('records its report after its completion, and again if it has other bytes', () => {
    const record = { type: 'RecordReport', report } as const;
    payment.given([started, completed]).when(record).then([made]);
    payment.given([started, completed, made]).when(record).thenNothing();
    const again = { ...report, receiptsZip: { size: 2, sha256: 'd'.repeat(64) } };
    const other: PaymentEvent = { type: 'ReportMade', data: again };
    payment
      .given([started, completed, made])
      .when({ ...record, report: again })
      .then([other]);
    payment.given([started, completed, made, other]).when(record).then([made]);
    payment.given([started]).when(record).refused('NOT_FOUND', 'Payment not found');
    expect(evolvePayment(initialPayment, { ...made, actor, at: 't0' })).toBe(initialPayment);
  });
  it('is started once', () => {
    payment.given([]).when(start).then([started]);
    payment.given([started]).when(start).thenNothing();
    payment.given([started, completed]).when(start).thenNothing();
  });
  it('is completed once, after its start', () => {
    payment.given([started]).when(complete).then([completed]);
    payment
      .given([started, completed])
      .when({ ...complete, paid: [] })
      .thenNothing();
    payment.given([]).when(complete).refused('NOT_FOUND', 'Payment not found');
  });
  it('has the times of its start and completion, and belongs to the person who started it', () => {
    const state = [started, completed].reduce(
      (current, event, i) =>
        evolvePayment(current, {
          ...event,
          actor: i === 0 ? actor : { id: 'other', email: 'o@example.org' },
          at: `t${i}`,
        }),
      initialPayment,
    );
    expect(state).toEqual({
      ...batch,
      status: 'completed',
      startedAt: 't0',
      startedBy: actor,
      completedAt: 't1',
      paid: ['e1'],
      skipped: ['e2'],
      report: null,
    });
    expect(requireCompleted(state)).toBe(state);
  });
  it('is not found before its completion', () => {
    const state = evolvePayment(initialPayment, { ...started, actor, at: 't0' });
    expect(state).toMatchObject({ status: 'started', startedAt: 't0' });
    expect(() => requireCompleted(state)).toThrow('Payment not found');
  });
  it('that was completed without a start stays unknown', () => {
    expect(evolvePayment(initialPayment, { ...completed, actor, at: 't0' })).toBe(initialPayment);
  });
});

describe('starting a payment', () => {
  const starting =
    (
      items: readonly BatchItem[],
      inputs = { actor, onlySuperAdmin: false, payeeName: 'Anna Today', requestId: null as string | null },
    ) =>
    () =>
      startPayment(items, inputs);
  const conflict = (expenseIds: readonly string[], message: string) =>
    expect.objectContaining({ code: 'CONFLICT', message, details: { expenseIds: expenseIds } }) as Error;

  it('names the user, the currency and the expenses in their order, with the revisions that were checked', () => {
    const amended = [anEvent.submitted(), anEvent.attached(), anEvent.approved()];
    expect(starting([anItem('e2', amended), anItem('e1')])()).toEqual({
      type: 'Start',
      batch: { ...batch, user: { ...batch.user, name: 'Anna Today' }, expenses: ['e2', 'e1'], revisions: [2, 1] },
    });
  });
  it('names the request that has an Idempotency-Key', () => {
    const inputs = { actor, onlySuperAdmin: false, payeeName: 'Anna Today', requestId: 'request-1' };
    expect(starting([anItem('e1')], inputs)()).toMatchObject({ batch: { requestId: 'request-1' } });
  });
  it('is refused for an empty batch', () => {
    expect(starting([])).toThrow('Select a user with approved expenses first');
  });
  it('is refused unless all expenses are approved', () => {
    const submitted = [anEvent.submitted()];
    expect(starting([anItem('e1'), anItem('e2', submitted), paidBy('e3', 'p')])).toThrow(
      conflict(['EXP-e2', 'EXP-e3'], 'Only approved expenses can be marked as paid. Not approved: EXP-e2, EXP-e3'),
    );
  });
  it('is refused for expenses of several users', () => {
    expect(starting([anItem('e1'), anItem('e2', undefined, { ownerId: 'ben' })])).toThrow(
      conflict(['EXP-e2'], 'All expenses of a payment must belong to one user. Not of Anna Abel: EXP-e2'),
    );
  });
  it('is refused for several currencies', () => {
    expect(starting([anItem('e1'), anItem('e2', undefined, { currency: 'USD' })])).toThrow(
      conflict(['EXP-e2'], 'All expenses of a payment must be reimbursed in one currency. Not in EUR: EXP-e2'),
    );
  });
  it('is refused for one’s own expenses, unless there is no other super admin', () => {
    const own = { actor: { ...actor, id: 'anna' }, onlySuperAdmin: false, payeeName: 'Anna Today', requestId: null };
    expect(starting([anItem('e1')], own)).toThrow('You cannot approve or pay an expense of your own.');
    expect(starting([anItem('e1')], { ...own, onlySuperAdmin: true })).not.toThrow();
  });
});

describe('an earlier payment', () => {
  const at = (time: string) => new Date(`2026-06-15T${time}Z`);
  const earlier = (over: Partial<StartedPayment> = {}) =>
    ({
      ...batch,
      status: 'started',
      startedAt: '2026-06-15T10:00:00.000Z',
      startedBy: actor,
      ...over,
    }) as StartedPayment;
  const request = { actorId: 'boss', requestId: null, expenses: ['e2', 'e1'], at: at('10:10:00.000') };
  const keyed = { ...request, requestId: 'request-1' };

  it('is repeated by the same person for the same set, within ten minutes', () => {
    expect(isRepetition(earlier(), request)).toBe(true);
    expect(isRepetition(earlier(), { ...request, at: at('10:10:00.001') })).toBe(false);
  });
  it('is repeated under the same Idempotency-Key at any time', () => {
    expect(isRepetition(earlier({ requestId: 'request-1' }), { ...keyed, at: at('23:00:00') })).toBe(true);
  });
  it.each<[string, Partial<StartedPayment>, PaymentRequest]>([
    ['another person', {}, { ...request, actorId: 'chief' }],
    ['another person with the same request', { requestId: 'request-1' }, { ...keyed, actorId: 'chief' }],
    ['a subset', {}, { ...request, expenses: ['e1'] }],
    ['a superset', {}, { ...request, expenses: ['e1', 'e2', 'e3'] }],
    ['an overlapping set', {}, { ...request, expenses: ['e2', 'e3'] }],
    ['another set under the same key', { requestId: 'request-1' }, { ...keyed, expenses: ['e1'] }],
    ['another key', { requestId: 'request-2' }, keyed],
    ['a key, if it was started without one', {}, keyed],
    ['no key, if it was started with one', { requestId: 'request-1' }, request],
  ])('is not repeated by %s', (_, over, other) => {
    expect(isRepetition(earlier(over), other)).toBe(false);
  });
  it('is found by the expenses it paid', () => {
    expect(paymentIdsOf([paidBy('e1', 'p1'), anItem('e2'), paidBy('e3', 'p2'), paidBy('e4', 'p1')])).toEqual([
      'p1',
      'p2',
    ]);
  });
});

describe('the figures that the payer was shown', () => {
  const items = [anItem('e1'), anItem('e2')];
  const shown = { total: '200.00', revisions: [{ id: 'e2', revision: 1 }] };

  it.each<[string, Partial<ShownFigures>]>([
    ['the total and the revisions', {}],
    ['the total only', { revisions: [] }],
    ['revisions only', { total: null }],
    ['a head', { revisions: [{ id: 'e2', revision: 1, head: 'head-of-e2' }] }],
    ['nothing', { total: null, revisions: [] }],
    ['the total with other decimals', { total: '200' }],
  ])('is confirmed by %s', (_, over) => {
    expect(isAsShown(items, { ...shown, ...over })).toBe(true);
  });
  it.each<[string, Partial<ShownFigures>]>([
    ['a cent less', { total: '199.99' }],
    ['a cent more', { total: '200.01' }],
    ['another head of the revision', { revisions: [{ id: 'e2', revision: 1, head: 'head-of-e1' }] }],
    ['an earlier revision', { revisions: [{ id: 'e2', revision: 0 }] }],
    ['a later revision', { revisions: [{ id: 'e2', revision: 2 }] }],
    ['two revisions of one expense', { revisions: [...shown.revisions, { id: 'e2', revision: 0 }] }],
  ])('is contradicted by %s', (_, over) => {
    expect(isAsShown(items, { ...shown, ...over })).toBe(false);
  });
  it('is refused for an expense outside the batch', () => {
    expect(() => isAsShown(items, { ...shown, revisions: [{ id: 'e3', revision: 1 }] })).toThrow(
      'revisions must name expenses of expense_ids only',
    );
  });
});

it('the total of a batch is rounded half up to cents', () => {
  const amounts = ['10.10', '20.20'].map((amount, i) => anItem(`e${i}`, [anEvent.submitted({ amount })]));
  expect(totalOf(amounts)).toBe('30.30');
  expect(totalOf([anItem('e1', [anEvent.drafted({ amount: null })])])).toBe('0.00');
});
