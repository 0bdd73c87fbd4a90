import { CLAIM_FIELDS, claimDetails, type ClaimDetails } from '@outlay/contracts';
import { aClaim, aCommand, aRate, aReceipt, anEvent, expense, partner, recorded } from '../testing/builders.js';
import { decide } from './decide.js';
import { evolve } from './evolve.js';
import { initialState, type ExpenseState } from './expense.js';

const submitted = [anEvent.submitted(), anEvent.attached()];

it('a claim saved after its owner’s account got another currency records which one it had', () => {
  const rate = { ...aRate(), rate: '1.1' };
  expense
    .given([anEvent.submitted(), anEvent.attached()])
    .when(aCommand.revise({ reimbursementCurrency: 'USD', rate }))
    .then([
      {
        type: 'ExpenseRevised',
        data: { details: aClaim(), rate, reimbursementCurrency: 'USD', convertedFrom: 'EUR' },
      },
    ]);
});

describe('a form that showed the reimbursement in another currency than the account has by now', () => {
  const usd = { reimbursementCurrency: 'USD', rate: { ...aRate(), rate: '1.1' } } as const;
  it.each([
    ['creates nothing', [], aCommand.create({ ...usd, shownCurrency: 'EUR' })],
    ['creates no draft', [], aCommand.create({ ...usd, status: 'draft', shownCurrency: 'EUR' })],
    ['changes nothing', submitted, aCommand.revise({ ...usd, shownCurrency: 'EUR' })],
    ['creates nothing for somebody else', [], aCommand.onBehalf({}, { ...usd, shownCurrency: 'EUR' })],
  ] as const)('%s', (_, history, command) => {
    expense
      .given([...history])
      .when(command)
      .refused('CONFLICT');
  });
  it('is saved once it shows the new one', () => {
    const command = aCommand.revise({ ...usd, shownCurrency: 'USD' });
    expense
      .given(submitted)
      .when(command)
      .then([{ type: 'ExpenseRevised' }]);
  });
});

describe('a claim from before a field was there', () => {
  const optional = CLAIM_FIELDS.filter((name) => claimDetails.shape[name].safeParse(undefined).success);
  it.each(optional)('without %s is unchanged if it is saved without it', (name) => {
    const { [name]: _, ...stored } = aClaim();
    const drafted = {
      type: 'ExpenseDrafted',
      data: { details: stored as ClaimDetails, rate: aRate(), reimbursementCurrency: 'EUR' },
    } as const;
    expense
      .given([anEvent.drafted(), drafted])
      .when(aCommand.revise({ status: 'draft', details: aClaim({ [name]: null }) }))
      .thenNothing();
  });
  it('has an optional field', () => expect(optional).toContain('vatAmount'));
});

describe('revising', () => {
  it.each([
    ['another status', { status: 'draft' as const }],
    ['another justification', { details: aClaim({ justification: 'Lunch' }) }],
    ['another rate', { rate: aRate('2') }],
    ['another currency of reimbursement', { reimbursementCurrency: 'USD' as const }],
    ['an override', { override: { rate: '1.01', reason: 'Card' }, actor: partner }],
  ])('records %s', (_, over) => {
    const state = submitted.map(recorded).reduce<ExpenseState>(evolve, initialState);
    expect(decide(aCommand.revise(over), state, 1)).not.toEqual([]);
  });
  it('records that it replaces a manual reimbursement', () => {
    const reimbursement = { amount: '80.00', reason: 'Agreed' };
    const history = [...submitted, { type: 'ExpenseAmendedByAdmin' as const, data: { reimbursement } }];
    expense
      .given(history)
      .when(aCommand.revise())
      .then([{ type: 'ExpenseRevised' }]);
  });
  it('with the same override returns no events', () => {
    const override = { rate: '1.02', reason: 'Card statement' };
    expense
      .given([...submitted, anEvent.overridden('1.02')])
      .when(aCommand.revise({ override, actor: partner }))
      .thenNothing();
  });
  it('removes a receipt only on request, and needs one then', () => {
    expense
      .given(submitted)
      .when(aCommand.revise({ removeReceipt: true }))
      .refused('INVALID_INPUT');
    expense
      .given([anEvent.drafted(), anEvent.attached()])
      .when(aCommand.revise({ status: 'draft', removeReceipt: true }))
      .then([{ type: 'ExpenseDrafted' }, { type: 'ReceiptRemoved' }]);
    expense
      .given([anEvent.drafted()])
      .when(aCommand.revise({ status: 'draft', removeReceipt: true }))
      .thenNothing();
  });
  it('ignores an override that equals the fetched rate', () => {
    expense
      .given(submitted)
      .when(aCommand.revise({ override: { rate: '1.0', reason: '' }, actor: partner }))
      .thenNothing();
    expense
      .given([])
      .when(aCommand.create({ override: { rate: '1.0', reason: '' }, actor: partner }))
      .then([{ type: 'ExpenseSubmitted' }, { type: 'ReceiptAttached' }]);
  });
  it('drops the declaration of a missing receipt beside a receipt', () => {
    const details = aClaim({ noReceipt: true });
    const event = { type: 'ExpenseSubmitted', data: expect.objectContaining({ details: aClaim() }) } as const;
    expense
      .given([])
      .when(aCommand.create({ details, actor: partner }))
      .then([event, { type: 'ReceiptAttached' }]);
  });
  it('refuses an override without a fetched rate', () => {
    expense
      .given([anEvent.drafted()])
      .when(
        aCommand.revise({ status: 'draft', rate: null, override: { rate: '1.02', reason: 'Card' }, actor: partner }),
      )
      .refused('INVALID_INPUT', /±5% limit/, [{ field: 'override_exchange_rate' }]);
    expense
      .given([])
      .when(aCommand.create({ override: { rate: '1.02', reason: ' ' }, actor: partner }))
      .refused('INVALID_INPUT', /reason for the override/, [{ field: 'override_reason' }]);
  });
  it('needs a rate to submit', () => {
    expense
      .given([])
      .when(aCommand.create({ rate: null }))
      .refused('RATE_NOT_AVAILABLE');
    expense
      .given([])
      .when(aCommand.create({ rate: null, status: 'draft', receipt: null }))
      .then([{ type: 'ExpenseDrafted' }]);
  });
  it.each(['draft', 'submitted'] as const)('refuses VAT above the amount, also as a %s claim', (status) => {
    const details = aClaim({ classification: 'support', vatAmount: '100.01' });
    expense
      .given([])
      .when(aCommand.create({ status, details }))
      .refused('INVALID_INPUT', /VAT amount/);
    expense
      .given(submitted)
      .when(aCommand.revise({ status, details }))
      .refused('INVALID_INPUT', /VAT amount/);
  });
  it('names the fields as the forms do', () => {
    const refusal = (over: Parameters<typeof aClaim>[0]) => {
      try {
        return decide(aCommand.create({ details: aClaim(over) }), initialState, -1);
      } catch (error) {
        return error;
      }
    };
    expect(refusal({ category: null })).toMatchObject({ details: [{ field: 'type' }] });
    expect(refusal({ classification: 'support' })).toMatchObject({ details: [{ field: 'vat_amount' }] });
    expect(refusal({ justification: '' })).toMatchObject({ details: [{ field: 'justification' }] });
  });
});

describe('creating on behalf', () => {
  const { onBehalf } = aCommand;
  const withDetails = (details: object) => expect.objectContaining({ details: expect.objectContaining(details) });

  it('submits the claim with its receipt, without classification and VAT amount', () => {
    for (const details of [{ classification: null }, { classification: 'support', vatAmount: null }]) {
      expense
        .given([])
        .when(onBehalf(details))
        .then([{ type: 'ExpenseSubmitted' }, { type: 'ReceiptAttached', data: { receipt: aReceipt() } }]);
    }
    expense.given(submitted).when(onBehalf()).thenNothing();
  });
  it('accepts the declaration instead of a receipt, and drops it beside one', () => {
    const declared = { noReceipt: true };
    expense
      .given([])
      .when(onBehalf(declared, { receipt: null }))
      .then([{ type: 'ExpenseSubmitted', data: withDetails(declared) }]);
    expense
      .given([])
      .when(onBehalf(declared))
      .then([{ type: 'ExpenseSubmitted', data: withDetails({ noReceipt: false }) }, { type: 'ReceiptAttached' }]);
  });
  it('refuses a claim for an inactive account', () => {
    expense
      .given([])
      .when(onBehalf({}, { isOwnerActive: false }))
      .refused('CONFLICT', 'The account of Anna Abel is inactive, so no expense can be created for it.');
  });
  it('refuses a claim for an auditor, who has none', () => {
    expense
      .given([])
      .when(onBehalf({}, { ownerRole: 'auditor' }))
      .refused('CONFLICT', 'Anna Abel is an auditor, and auditors have no expenses.');
  });
  it('refuses a claim without receipt and declaration', () => {
    expense
      .given([])
      .when(onBehalf({}, { receipt: null }))
      .refused('INVALID_INPUT', /^Receipt is required for submission\. You can either upload a receipt or declare/);
  });
  it.each([
    ['a future date', { date: '2026-06-16' }, 'INVALID_INPUT', /Future dates/],
    ['a missing date', { date: null }, 'INVALID_INPUT', undefined],
    ['a missing amount', { amount: null }, 'INVALID_INPUT', undefined],
    ['an amount of 0', { amount: '0.00' }, 'INVALID_INPUT', /greater than 0/],
    ['VAT above the amount', { classification: 'mix', vatAmount: '100.01' }, 'INVALID_INPUT', /VAT/],
    ['a missing category', { category: null }, 'INVALID_INPUT', undefined],
  ])('refuses %s', (_, over, code, message) => {
    expense.given([]).when(onBehalf(over)).refused(code, message);
  });
  it('needs a rate', () => {
    expense
      .given([])
      .when(onBehalf({}, { rate: null }))
      .refused('RATE_NOT_AVAILABLE');
  });
});
