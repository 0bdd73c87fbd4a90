import { aClaim, aRate, aReceipt, asked, boss, expense, happened, member, partner } from '../testing/stories.js';

const submitted = [happened.submitted(), happened.attached()];
const approved = [...submitted, happened.approved()];
const rejected = [...submitted, happened.rejected()];
const paid = [...approved, happened.paid()];

describe('submitting', () => {
  it('with a receipt and everything a claim needs becomes a fact', () => {
    expense
      .given([])
      .when(asked.create())
      .then([{ type: 'ExpenseSubmitted' }, { type: 'ReceiptAttached' }]);
  });
  it('without a receipt is refused to a team member in the form’s words', () => {
    expense
      .given([])
      .when(asked.create({ receipt: null }))
      .refused('INVALID_INPUT', /^Receipt is required for submission\. Use "Save as Draft"/);
  });
  it('without a receipt is refused to a partner with the other hint', () => {
    expense
      .given([])
      .when(asked.create({ receipt: null, actor: partner }))
      .refused('INVALID_INPUT', /declare on your honor/);
  });
  it('on honor is allowed to a partner and forbidden to a team member', () => {
    const details = aClaim({ noReceipt: true });
    expense
      .given([])
      .when(asked.create({ receipt: null, details, actor: partner }))
      .then([{ type: 'ExpenseSubmitted' }]);
    expense
      .given([])
      .when(asked.create({ receipt: null, details }))
      .refused('FORBIDDEN');
  });
  it.each([
    ['tomorrow', '2026-06-16', /Cannot submit expense with invalid date\. Future dates are not allowed/],
    ['more than 12 months ago', '2025-06-14', /Dates older than 12 months are not allowed/],
  ])('dated %s is refused', (_when, date, message) => {
    expense
      .given([])
      .when(asked.create({ details: aClaim({ date }) }))
      .refused('INVALID_INPUT', message);
  });
  it('dated exactly 12 months ago is allowed', () => {
    expense
      .given([])
      .when(asked.create({ details: aClaim({ date: '2025-06-15' }) }))
      .then([{ type: 'ExpenseSubmitted' }, {}]);
  });
  it('clears VAT that does not apply', () => {
    expense
      .given([])
      .when(asked.create({ details: aClaim({ category: 'Hotel', classification: 'support', vatAmount: '19.00' }) }))
      .then([{ type: 'ExpenseSubmitted', data: { details: { vatAmount: null } } }, {}] as never);
  });
  it('asks for VAT where it applies', () => {
    expense
      .given([])
      .when(asked.create({ details: aClaim({ classification: 'support' }) }))
      .refused('INVALID_INPUT', /valid VAT amount/);
  });
  it('the same new claim again makes no second fact', () => {
    expense.given(submitted).when(asked.create()).thenNothing();
  });
});

describe('overriding the rate', () => {
  const override = (rate: string, reason = 'Card statement') => ({
    override: { rate, reason },
    actor: partner,
    rate: aRate('1'),
  });
  it.each(['1.05', '0.95'])('to %s, exactly 5%% away, is allowed', (rate) => {
    expense
      .given([])
      .when(asked.create(override(rate)))
      .then([{}, {}, { type: 'RateOverridden' }] as never);
  });
  it.each(['1.050001', '0.949999'])('to %s is refused', (rate) => {
    expense
      .given([])
      .when(asked.create(override(rate)))
      .refused('INVALID_INPUT', /±5% limit/);
  });
  it('needs a reason', () => {
    expense
      .given([])
      .when(asked.create(override('1.01', '  ')))
      .refused('INVALID_INPUT', /reason for the override/);
  });
  it('is forbidden to a team member', () => {
    expense
      .given([])
      .when(asked.create({ ...override('1.01'), actor: member }))
      .refused('FORBIDDEN');
  });
});

describe('revising', () => {
  it('a rejected claim submits it again', () => {
    expense
      .given(rejected)
      .when(asked.revise({ details: aClaim({ amount: '90.00' }) }))
      .then([{ type: 'ExpenseSubmitted' }]);
  });
  it('a submitted claim stays submitted', () => {
    expense
      .given(submitted)
      .when(asked.revise({ details: aClaim({ amount: '90.00' }) }))
      .then([{ type: 'ExpenseRevised' }]);
  });
  it('a submitted claim as a draft withdraws it', () => {
    expense
      .given(submitted)
      .when(asked.revise({ status: 'draft' }))
      .then([{ type: 'ExpenseDrafted' }]);
  });
  it('replaces a receipt and says so', () => {
    const receipt = aReceipt({ fileName: 'r2.pdf' });
    expense
      .given(submitted)
      .when(asked.revise({ receipt }))
      .then([{ type: 'ExpenseRevised' }, { type: 'ReceiptRemoved' }, { type: 'ReceiptAttached' }]);
  });
  it('sent again as it stands makes no fact', () => {
    expense.given(submitted).when(asked.revise()).thenNothing();
  });
  it('on a revision nobody sees any more is a conflict', () => {
    expense
      .given(submitted)
      .when(asked.revise({ expectedRevision: 0 }))
      .refused('VERSION_CONFLICT');
  });
  it('an approved or paid claim is refused', () => {
    expense.given(approved).when(asked.revise()).refused('CONFLICT');
    expense.given(paid).when(asked.revise()).refused('CONFLICT', 'Paid expenses cannot be edited');
  });
  it('somebody else’s claim finds nothing', () => {
    expense
      .given(submitted)
      .when(asked.revise({ actor: { id: 'eve', role: 'partner' } }))
      .refused('NOT_FOUND');
  });
});

describe('reviewing', () => {
  it('approves a submitted claim on the revision and receipt it shows', () => {
    expense
      .given(submitted)
      .when(asked.approve({ expectedRevision: 1 }))
      .then([{ type: 'ExpenseApproved', data: { onRevision: 1, receiptSha256: 'aa'.repeat(32) } }]);
  });
  it('approving twice makes one fact', () => {
    expense.given(approved).when(asked.approve()).thenNothing();
  });
  it('approving what was edited in between is a conflict', () => {
    expense
      .given(submitted)
      .when(asked.approve({ expectedRevision: 0 }))
      .refused('VERSION_CONFLICT');
  });
  it('an unknown duplicate stops the approval; a known one is dismissed on record', () => {
    expense
      .given(submitted)
      .when(asked.approve({ duplicates: ['EXP-2'] }))
      .refused('POSSIBLE_DUPLICATE', /EXP-2/);
    expense
      .given(submitted)
      .when(asked.approve({ duplicates: ['EXP-2'], duplicatesKnown: true }))
      .then([{ type: 'DuplicateWarningDismissed' }, { type: 'ExpenseApproved' }]);
  });
  it('one’s own claim needs another super admin, if there is one', () => {
    const own = { actor: { id: 'anna', role: 'super_admin' } as const };
    expense.given(submitted).when(asked.approve(own)).refused('OWN_EXPENSE');
    expense
      .given(submitted)
      .when(asked.approve({ ...own, onlySuperAdmin: true }))
      .then([{ type: 'ExpenseApproved' }]);
  });
  it('an incomplete draft cannot be approved', () => {
    expense
      .given([happened.drafted({ amount: null })])
      .when(asked.approve())
      .refused('CONFLICT', /not complete/);
  });

  it('one’s own approved expense is corrected by another super admin, unless there is none', () => {
    const own = { actor: { id: 'anna', role: 'super_admin' } } as const;
    const change = { reimbursement: { amount: '999.00', reason: 'I say so' } };
    const approved = [...submitted, happened.approved()];
    expense.given(approved).when(asked.amend(change, own)).refused('OWN_EXPENSE');
    expense
      .given(approved)
      .when(asked.amend(change, { ...own, onlySuperAdmin: true }))
      .then([{ type: 'ExpenseAmendedByAdmin' }]);
    expense
      .given(submitted)
      .when(asked.amend(change, own))
      .then([{ type: 'ExpenseAmendedByAdmin' }]);
  });

  it('an incomplete draft cannot be approved by way of a rejection either, but a claim handed in can', () => {
    const viaRejection = expense.given([happened.drafted({ amount: null }), happened.rejected()]);
    viaRejection.when(asked.approve()).refused('CONFLICT');
    viaRejection.when(asked.revert()).refused('CONFLICT');
    expense
      .given([...submitted, happened.rejected()])
      .when(asked.approve())
      .then([{ type: 'ExpenseApproved' }]);
  });
  it('rejecting again says nothing new, unless the reason is', () => {
    const rejected = expense.given([...submitted, happened.rejected('Unreadable')]);
    rejected.when(asked.reject({ reason: ' Unreadable ' })).thenNothing();
    rejected
      .when(asked.reject({ reason: 'Wrong year' }))
      .then([{ type: 'ExpenseRejected', data: { reason: 'Wrong year' } }]);
  });
  it('rejecting needs a reason', () => {
    expense
      .given(submitted)
      .when(asked.reject({ reason: ' ' }))
      .refused('INVALID_INPUT', 'Please provide a reason for rejection');
    expense
      .given(submitted)
      .when(asked.reject())
      .then([{ type: 'ExpenseRejected' }]);
  });
  it('an approved claim can be rejected and reverted, a paid one neither', () => {
    expense
      .given(approved)
      .when(asked.reject())
      .then([{ type: 'ExpenseRejected' }]);
    expense
      .given(approved)
      .when(asked.revert())
      .then([{ type: 'ExpenseReverted' }]);
    expense.given(paid).when(asked.reject()).refused('CONFLICT');
    expense.given(paid).when(asked.revert()).refused('CONFLICT');
  });
});

describe('amending', () => {
  it('records only what differs', () => {
    expense
      .given(submitted)
      .when(
        asked.amend({
          metadata: { category: 'IT' },
          original: { amount: '100.00', currency: 'EUR', date: '2026-06-10', rate: aRate() },
        }),
      )
      .then([{ type: 'ExpenseAmendedByAdmin', data: { metadata: { category: 'IT' } } }] as never);
  });
  it('with nothing different makes no fact', () => {
    expense
      .given(submitted)
      .when(asked.amend({ metadata: { category: 'Restaurant' } }))
      .thenNothing();
  });
  it('a reimbursement needs a reason', () => {
    expense
      .given(submitted)
      .when(asked.amend({ reimbursement: { amount: '80.00', reason: '' } }))
      .refused('INVALID_INPUT', /reason/);
  });
  it('a new currency takes the override with it', () => {
    expense
      .given([...submitted, happened.overridden('1.02')])
      .when(asked.amend({ original: { amount: '100.00', currency: 'USD', date: '2026-06-10', rate: aRate('0.9') } }))
      .then([
        { type: 'ExpenseAmendedByAdmin', data: { overrideCleared: true, original: { currency: 'USD' } } },
      ] as never);
  });
  it('a paid expense is refused', () => {
    expense
      .given(paid)
      .when(asked.amend({ metadata: { category: 'IT' } }))
      .refused('CONFLICT', 'Paid expenses cannot be edited');
  });
});

describe('paying', () => {
  it('pays an approved expense once', () => {
    expense
      .given(approved)
      .when(asked.pay())
      .then([{ type: 'ExpensePaid', data: { paymentId: 'pay-1' } }]);
    expense.given(paid).when(asked.pay('pay-1')).thenNothing();
  });
  it('is refused to another payment and for anything not approved', () => {
    expense.given(paid).when(asked.pay('pay-2')).refused('CONFLICT');
    expense.given(submitted).when(asked.pay()).refused('CONFLICT');
  });
});

describe('deleting', () => {
  it('ends a draft, and only a draft, of one’s own', () => {
    expense
      .given([happened.drafted()])
      .when(asked.delete())
      .then([{ type: 'DraftDeleted' }]);
    expense.given(submitted).when(asked.delete()).refused('CONFLICT');
    expense.given([happened.drafted()]).when(asked.delete('eve')).refused('NOT_FOUND');
    expense.given([happened.drafted(), happened.deleted()]).when(asked.delete()).thenNothing();
  });
});

it('a super admin who is not the owner cannot edit through the owner’s command', () => {
  expense
    .given(submitted)
    .when(asked.revise({ actor: boss }))
    .refused('NOT_FOUND');
});
