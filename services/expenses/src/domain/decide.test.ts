import { aClaim, aCommand, aRate, aReceipt, anEvent, boss, expense, member, partner } from '../testing/builders.js';

const submitted = [anEvent.submitted(), anEvent.attached()];
const approved = [...submitted, anEvent.approved()];
const rejected = [...submitted, anEvent.rejected()];
const paid = [...approved, anEvent.paid()];

describe('submitting', () => {
  it('a complete claim with a receipt is recorded', () => {
    expense
      .given([])
      .when(aCommand.create())
      .then([{ type: 'ExpenseSubmitted' }, { type: 'ReceiptAttached' }]);
  });
  it('a repeated creation returns no events', () => {
    expense.given(submitted).when(aCommand.create()).thenNothing();
  });
});

describe('overriding the rate', () => {
  const override = (rate: string, reason = 'Card statement') => ({
    override: { rate, reason },
    actor: partner,
    rate: aRate('1'),
  });
  it('needs a reason', () => {
    expense
      .given([])
      .when(aCommand.create(override('1.01', '\u3164')))
      .refused('INVALID_INPUT', /reason for the override/);
  });
  it('is forbidden to a team member', () => {
    expense
      .given([])
      .when(aCommand.create({ ...override('1.01'), actor: member }))
      .refused('FORBIDDEN');
  });
});

describe('revising', () => {
  it('a rejected claim submits it again', () => {
    expense
      .given(rejected)
      .when(aCommand.revise({ details: aClaim({ amount: '90.00' }) }))
      .then([{ type: 'ExpenseSubmitted' }]);
  });
  it('a submitted claim stays submitted', () => {
    expense
      .given(submitted)
      .when(aCommand.revise({ details: aClaim({ amount: '90.00' }) }))
      .then([{ type: 'ExpenseRevised' }]);
  });
  it('a submitted claim as a draft withdraws it', () => {
    expense
      .given(submitted)
      .when(aCommand.revise({ status: 'draft' }))
      .then([{ type: 'ExpenseDrafted' }]);
  });
  it('records the replacement of a receipt', () => {
    const receipt = aReceipt({ fileName: 'r2.pdf' });
    expense
      .given(submitted)
      .when(aCommand.revise({ receipt }))
      .then([{ type: 'ExpenseRevised' }, { type: 'ReceiptRemoved' }, { type: 'ReceiptAttached' }]);
  });
  it('with unchanged values returns no events', () => {
    expense.given(submitted).when(aCommand.revise()).thenNothing();
  });
  it('on an outdated revision is a conflict', () => {
    expense
      .given(submitted)
      .when(aCommand.revise({ expectedRevision: 0 }))
      .refused('VERSION_CONFLICT');
  });
  it('an approved or paid claim is refused', () => {
    expense.given(approved).when(aCommand.revise()).refused('CONFLICT');
    expense.given(paid).when(aCommand.revise()).refused('CONFLICT', 'Paid expenses cannot be edited');
  });
  it('somebody else’s claim is not found', () => {
    expense
      .given(submitted)
      .when(aCommand.revise({ actor: { id: 'eve', role: 'partner' } }))
      .refused('NOT_FOUND');
  });
});

describe('reviewing', () => {
  it('an approval records the revision and the receipt, and what the reviewer saw', () => {
    const receiptSha256 = 'aa'.repeat(32);
    const approved = { onRevision: 1, receiptSha256 };
    expense
      .given(submitted)
      .when(aCommand.approve())
      .then([
        { type: 'ExpenseApproved', data: { ...approved, seen: { revision: null, head: null, receiptSha256: null } } },
      ]);
    expense
      .given(submitted)
      .when(aCommand.approve({ expectedRevision: 1, expectedHead: 'ab', seenReceipt: receiptSha256 }))
      .then([{ type: 'ExpenseApproved', data: { ...approved, seen: { revision: 1, head: 'ab', receiptSha256 } } }]);
  });
  it('approving another receipt than the reviewer saw is a conflict', () => {
    for (const seenReceipt of ['bb'.repeat(32), null])
      expense.given(submitted).when(aCommand.approve({ seenReceipt })).refused('VERSION_CONFLICT');
    expense
      .given([anEvent.submitted()])
      .when(aCommand.approve({ seenReceipt: null }))
      .then([{ type: 'ExpenseApproved' }]);
  });
  it('a decision on another history of the same revision is a conflict', () => {
    const other = { expectedRevision: 1, isOtherHead: true };
    for (const command of [aCommand.approve(other), aCommand.reject(other), aCommand.amend({}, other)])
      expense.given(submitted).when(command).refused('VERSION_CONFLICT');
  });
  it('a second approval returns no events', () => {
    expense.given(approved).when(aCommand.approve()).thenNothing();
  });
  it('an unknown duplicate refuses the approval, and a known one is recorded as dismissed', () => {
    expense
      .given(submitted)
      .when(aCommand.approve({ duplicates: ['EXP-2'] }))
      .refused('POSSIBLE_DUPLICATE', /EXP-2/);
    expense
      .given(submitted)
      .when(aCommand.approve({ duplicates: ['EXP-2'], duplicatesKnown: true }))
      .then([{ type: 'DuplicateWarningDismissed' }, { type: 'ExpenseApproved' }]);
  });
  it('one’s own claim is approved by another super admin, unless there is none', () => {
    const own = { actor: { id: 'anna', role: 'super_admin' } as const };
    expense.given(submitted).when(aCommand.approve(own)).refused('OWN_EXPENSE');
    expense
      .given(submitted)
      .when(aCommand.approve({ ...own, onlySuperAdmin: true }))
      .then([{ type: 'ExpenseApproved' }]);
  });
  it('an incomplete draft cannot be approved', () => {
    expense
      .given([anEvent.drafted({ amount: null })])
      .when(aCommand.approve())
      .refused('CONFLICT', /not complete/);
  });

  it('one’s own approved expense is corrected by another super admin, unless there is none', () => {
    const own = { actor: { id: 'anna', role: 'super_admin' } } as const;
    const change = { reimbursement: { amount: '999.00', reason: 'I say so' } };
    const approved = [...submitted, anEvent.approved()];
    expense.given(approved).when(aCommand.amend(change, own)).refused('OWN_EXPENSE');
    expense
      .given(approved)
      .when(aCommand.amend(change, { ...own, onlySuperAdmin: true }))
      .then([{ type: 'ExpenseAmendedByAdmin' }, { type: 'ExpenseApproved' }]);
    expense
      .given(submitted)
      .when(aCommand.amend(change, own))
      .then([{ type: 'ExpenseAmendedByAdmin' }]);
  });

  it('an incomplete draft cannot be approved after a rejection either, but a submitted claim can', () => {
    const viaRejection = expense.given([anEvent.drafted({ amount: null }), anEvent.rejected()]);
    viaRejection.when(aCommand.approve()).refused('CONFLICT');
    viaRejection.when(aCommand.revert()).refused('CONFLICT');
    expense
      .given([...submitted, anEvent.rejected()])
      .when(aCommand.approve())
      .then([{ type: 'ExpenseApproved' }]);
  });
  it('a second rejection is recorded only with another reason', () => {
    const rejected = expense.given([...submitted, anEvent.rejected('Unreadable')]);
    rejected.when(aCommand.reject({ reason: 'Unreadable' })).thenNothing();
    rejected
      .when(aCommand.reject({ reason: 'Wrong year' }))
      .then([{ type: 'ExpenseRejected', data: { reason: 'Wrong year' } }]);
  });
  it('rejecting needs a reason', () => {
    expense
      .given(submitted)
      .when(aCommand.reject({ reason: '\u2060' }))
      .refused('INVALID_INPUT', 'Please provide a reason for rejection');
    expense
      .given(submitted)
      .when(aCommand.reject())
      .then([{ type: 'ExpenseRejected' }]);
  });
});

describe('paying', () => {
  it('pays an approved expense once', () => {
    expense
      .given(approved)
      .when(aCommand.pay('pay-1', approved.length - 1))
      .then([{ type: 'ExpensePaid', data: { paymentId: 'pay-1' } }]);
    expense.given(paid).when(aCommand.pay('pay-1')).thenNothing();
  });
  it('is refused at another revision than the one that was checked', () => {
    const checked = approved.length - 1;
    expense
      .given(approved)
      .when(aCommand.pay('pay-1', checked))
      .then([{ type: 'ExpensePaid', data: { paymentId: 'pay-1' } }]);
    for (const other of [checked - 1, checked + 1]) {
      expense.given(approved).when(aCommand.pay('pay-1', other)).refused('CONFLICT', 'was changed');
    }
    expense.given(paid).when(aCommand.pay('pay-1', checked)).thenNothing();
  });
  it('is refused to another payment and unless the expense is approved', () => {
    expense.given(paid).when(aCommand.pay('pay-2')).refused('CONFLICT');
    expense.given(submitted).when(aCommand.pay()).refused('CONFLICT');
  });
});

describe('deleting', () => {
  it('deletes only drafts, and only one’s own', () => {
    expense
      .given([anEvent.drafted()])
      .when(aCommand.delete())
      .then([{ type: 'DraftDeleted' }]);
    expense.given(submitted).when(aCommand.delete()).refused('CONFLICT');
    expense.given([anEvent.drafted()]).when(aCommand.delete('eve')).refused('NOT_FOUND');
    expense.given([anEvent.drafted(), anEvent.deleted()]).when(aCommand.delete()).thenNothing();
  });
});

it('a super admin who is not the owner cannot edit through the owner’s command', () => {
  expense
    .given(submitted)
    .when(aCommand.revise({ actor: boss }))
    .refused('NOT_FOUND');
});
