import type { ExpenseEvent, FrozenRate } from '@outlay/contracts';
import { aClaim, aRate, aReceipt, anEvent, recorded } from '../testing/builders.js';
import { auditTrail } from './audit-trail.js';

const submitted = anEvent.submitted();

function entriesOf(event: ExpenseEvent, history: readonly ExpenseEvent[] = [submitted]) {
  return auditTrail([...history, event].map(recorded))
    .filter(({ revision }) => revision === history.length)
    .map(({ action, fieldName, oldValue, newValue, changeSummary }) => [
      action,
      fieldName,
      oldValue,
      newValue,
      changeSummary,
    ]);
}
const amended = (data: Extract<ExpenseEvent, { type: 'ExpenseAmendedByAdmin' }>['data']): ExpenseEvent => ({
  type: 'ExpenseAmendedByAdmin',
  data,
});

const revised = (rate: FrozenRate): ExpenseEvent => ({
  type: 'ExpenseRevised',
  data: { details: aClaim(), rate, reimbursementCurrency: 'EUR' },
});

describe('an audit trail', () => {
  it('says why a claim was converted', () => {
    const data = { details: aClaim(), rate: aRate(), reimbursementCurrency: 'USD' } as const;
    const summary = 'reimbursement_currency changed from EUR to USD';
    const entry = (why: string) => ['updated', 'reimbursement_currency', 'EUR', 'USD', summary + why];
    const converted = { type: 'ExpenseRevised', data: { ...data, convertedFrom: 'EUR' } } as const;
    expect(entriesOf(converted)).toContainEqual(entry(', the currency of the account'));
    expect(entriesOf({ type: 'ExpenseRevised', data })).toContainEqual(entry(''));
  });

  it('starts with a snapshot of the claim', () => {
    const [entry, ...others] = auditTrail([submitted].map(recorded));
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      id: 'event-0',
      action: 'created',
      fieldName: null,
      oldValue: null,
      changeSummary: 'Submitted',
      changedByEmail: 'anna@example.org',
      changedByRole: 'team_member',
      createdAt: '2026-06-15T10:00:00.000Z',
      revision: 0,
      eventType: 'ExpenseSubmitted',
    });
    expect(JSON.parse(entry?.newValue ?? '')).toEqual({
      status: 'submitted',
      date: '2026-06-10',
      type: 'Restaurant',
      justification: 'Dinner with the auditors',
      trip: null,
      amount: '100.00',
      currency: 'EUR',
      classification: 'investment',
      vat_amount: null,
      no_receipt: 'false',
      receipt: null,
      exchange_rate: '1',
      fetched_exchange_rate: '1',
      exchange_rate_source: 'ecb',
      exchange_rate_date: '2026-06-12',
      exchange_rate_stale: 'false',
      exchange_rate_provisional: 'false',
      override_exchange_rate: null,
      reimbursement_amount: '100.00',
      reimbursement_currency: 'EUR',
      reimbursement_reason: null,
    });
  });

  it('starts with the receipt and the override that were sent with the claim', () => {
    const [entry, ...others] = auditTrail([submitted, anEvent.attached(), anEvent.overridden('1.02')].map(recorded));
    expect(JSON.parse(entry?.newValue ?? '')).toMatchObject({
      receipt: 'r1.pdf',
      exchange_rate: '1.02',
      fetched_exchange_rate: '1',
      override_exchange_rate: '1.02',
      reimbursement_amount: '102.00',
    });
    expect(others.map(({ action }) => action)).toEqual(['updated', 'fx_override']);
  });

  it('does not show an override that was kept, although it is stored with each claim', () => {
    const override = anEvent.overridden('1.02');
    const trail = auditTrail([submitted, override, revised(aRate()), override].map(recorded));
    expect(trail.filter(({ revision }) => revision > 1)).toEqual([]);
  });

  it('shows what an override that was added, changed or removed means for the reimbursement', () => {
    const [before, after] = [anEvent.overridden('1.02'), anEvent.overridden('1.03')];
    const events = [submitted, revised(aRate()), before, revised(aRate()), after, revised(aRate())];
    const changes = auditTrail(events.map(recorded)).map(({ revision, fieldName, newValue }) => [
      revision,
      fieldName,
      newValue,
    ]);
    expect(changes.slice(1)).toEqual([
      [1, 'reimbursement_amount', '102.00'],
      [2, 'exchange_rate', '1.02'],
      [3, 'reimbursement_amount', '103.00'],
      [4, 'exchange_rate', '1.03'],
      [5, 'exchange_rate', '1'],
      [5, 'override_exchange_rate', null],
      [5, 'reimbursement_amount', '100.00'],
    ]);
  });

  it('says whether an expense was created as a draft', () => {
    const [entry] = auditTrail([anEvent.drafted({}, null)].map(recorded));
    expect(entry?.changeSummary).toBe('Saved as a draft');
    expect(JSON.parse(entry?.newValue ?? '')).toMatchObject({
      status: 'draft',
      exchange_rate: null,
      fetched_exchange_rate: null,
      reimbursement_amount: null,
    });
  });

  it('gives the entries of one event different ids', () => {
    const trail = auditTrail([anEvent.drafted(), anEvent.submitted({ amount: '90.00' })].map(recorded));
    expect(trail.map(({ id }) => id)).toEqual(['event-0', 'event-1', 'event-1-1', 'event-1-2']);
  });

  it.each<[string, ExpenseEvent, readonly ExpenseEvent[], unknown[][]]>([
    [
      'a submitted draft',
      submitted,
      [anEvent.drafted()],
      [['status_changed', 'status', 'draft', 'submitted', 'Status changed from draft to submitted']],
    ],
    ['an unchanged revision', { type: 'ExpenseRevised', data: submitted.data } as ExpenseEvent, [submitted], []],
    [
      'a changed amount',
      { type: 'ExpenseRevised', data: anEvent.submitted({ amount: '90.00' }).data } as ExpenseEvent,
      [submitted],
      [
        ['updated', 'amount', '100.00', '90.00', 'amount changed from 100.00 to 90.00'],
        ['updated', 'reimbursement_amount', '100.00', '90.00', 'reimbursement_amount changed from 100.00 to 90.00'],
      ],
    ],
    [
      'a removed value',
      anEvent.drafted({ classification: null }),
      [anEvent.drafted()],
      [['updated', 'classification', 'investment', null, 'classification changed from investment to nothing']],
    ],
    [
      'an added value',
      anEvent.drafted(),
      [anEvent.drafted({ classification: null })],
      [['updated', 'classification', null, 'investment', 'classification changed from nothing to investment']],
    ],
    [
      'a trip that the claim is put in',
      anEvent.drafted({ trip: 'Nairobi, March' }),
      [anEvent.drafted()],
      [['updated', 'trip', null, 'Nairobi, March', 'trip changed from nothing to Nairobi, March']],
    ],
    [
      'an attached receipt',
      anEvent.attached(),
      [submitted],
      [['updated', 'receipt', null, 'r1.pdf', 'Receipt attached: train.pdf']],
    ],
    [
      'a removed receipt',
      { type: 'ReceiptRemoved', data: { receipt: aReceipt() } },
      [submitted, anEvent.attached()],
      [['updated', 'receipt', 'r1.pdf', null, 'Receipt removed: train.pdf']],
    ],
    [
      'an overridden rate',
      anEvent.overridden('1.02'),
      [submitted],
      [['fx_override', 'exchange_rate', '1', '1.02', 'Exchange rate overridden from 1 to 1.02: Card statement']],
    ],
    [
      'a dismissed warning',
      { type: 'DuplicateWarningDismissed', data: { duplicates: ['EXP-1', 'EXP-2'] } },
      [submitted],
      [['duplicate_dismissed', 'duplicates', null, 'EXP-1, EXP-2', 'Approved although it looks like EXP-1, EXP-2']],
    ],
    [
      'an approval',
      anEvent.approved(),
      [submitted],
      [['approved', 'status', 'submitted', 'approved', 'Approved as it stood at revision 1']],
    ],
    [
      'the approval of an amendment',
      anEvent.approved(),
      [submitted, anEvent.approved(), amended({ reimbursement: { amount: '80.00', reason: 'Minibar' } })],
      [['approved', 'status', 'approved', 'approved', 'Approved as amended, as it stood at revision 1']],
    ],
    [
      'a rejection',
      anEvent.rejected(),
      [submitted],
      [['rejected', 'status', 'submitted', 'rejected', 'Rejected: Unreadable']],
    ],
    [
      'a reversion',
      anEvent.reverted(),
      [submitted, anEvent.approved()],
      [['status_changed', 'status', 'approved', 'submitted', 'Reverted to submitted']],
    ],
    [
      'a reversion with a note',
      { type: 'ExpenseReverted', data: { note: 'By mistake' } },
      [submitted, anEvent.approved()],
      [['status_changed', 'status', 'approved', 'submitted', 'Reverted to submitted: By mistake']],
    ],
    [
      'a payment',
      anEvent.paid(),
      [submitted, anEvent.approved()],
      [['paid', 'status', 'approved', 'paid', 'Paid in payment pay-1']],
    ],
    [
      'a deleted draft',
      anEvent.deleted(),
      [anEvent.drafted()],
      [['status_changed', 'status', 'draft', 'deleted', 'Draft deleted']],
    ],
    [
      'an amended reimbursement',
      amended({ reimbursement: { amount: '80.00', reason: 'Minibar' } }),
      [submitted],
      [
        [
          'admin_edit',
          'reimbursement_amount',
          '100.00',
          '80.00',
          'reimbursement_amount changed from 100.00 to 80.00: Minibar',
        ],
      ],
    ],
    [
      'amended originals',
      amended({ original: { amount: '50.00', currency: 'USD', date: '2026-06-09', rate: aRate('0.9') } }),
      [submitted],
      [
        ['admin_edit', 'date', '2026-06-10', '2026-06-09', 'date changed from 2026-06-10 to 2026-06-09'],
        ['admin_edit', 'amount', '100.00', '50.00', 'amount changed from 100.00 to 50.00'],
        ['admin_edit', 'currency', 'EUR', 'USD', 'currency changed from EUR to USD'],
        ['admin_edit', 'exchange_rate', '1', '0.9', 'exchange_rate changed from 1 to 0.9'],
        ['admin_edit', 'fetched_exchange_rate', '1', '0.9', 'fetched_exchange_rate changed from 1 to 0.9'],
        ['admin_edit', 'reimbursement_amount', '100.00', '45.00', 'reimbursement_amount changed from 100.00 to 45.00'],
      ],
    ],
    [
      'an amended value beside a reimbursement',
      amended({
        metadata: {
          category: 'IT',
          justification: 'Dinner with the auditors',
          classification: 'investment',
          vatAmount: null,
        },
        reimbursement: { amount: '80.00', reason: 'Minibar' },
      }),
      [submitted, anEvent.attached(), anEvent.overridden('1.02')],
      [
        ['admin_edit', 'type', 'Restaurant', 'IT', 'type changed from Restaurant to IT'],
        [
          'admin_edit',
          'reimbursement_amount',
          '102.00',
          '80.00',
          'reimbursement_amount changed from 102.00 to 80.00: Minibar',
        ],
      ],
    ],
    [
      'another source, day and quality of the same rate',
      revised(aRate('1', { source: 'bundled', effectiveDate: '2026-06-11', stale: true, provisional: true })),
      [submitted],
      [
        ['updated', 'exchange_rate_source', 'ecb', 'bundled', 'exchange_rate_source changed from ecb to bundled'],
        [
          'updated',
          'exchange_rate_date',
          '2026-06-12',
          '2026-06-11',
          'exchange_rate_date changed from 2026-06-12 to 2026-06-11',
        ],
        ['updated', 'exchange_rate_stale', 'false', 'true', 'exchange_rate_stale changed from false to true'],
        [
          'updated',
          'exchange_rate_provisional',
          'false',
          'true',
          'exchange_rate_provisional changed from false to true',
        ],
      ],
    ],
    [
      'a reimbursement of the computed amount instead of the same one set by hand',
      revised(aRate()),
      [submitted, amended({ reimbursement: { amount: '100.00', reason: 'Minibar' } })],
      [['updated', 'reimbursement_reason', 'Minibar', null, 'reimbursement_reason changed from Minibar to nothing']],
    ],
  ])('shows %s', (_, event, history, expected) => {
    expect(entriesOf(event, history)).toEqual(expected);
  });
});
