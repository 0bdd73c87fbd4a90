import { aCommand, anEvent, expense, recorded } from '../testing/builders.js';
import { decide } from './decide.js';
import { evolve } from './evolve.js';
import { initialState, isExisting, type ExpenseState } from './expense.js';

const submitted = [anEvent.submitted(), anEvent.attached()];
const approved = [...submitted, anEvent.approved()];
const paid = [...approved, anEvent.paid()];

describe('reviewing', () => {
  it('reverts with a note that shows something, only the revision seen, and once', () => {
    const reverted = expense.given(approved);
    reverted
      .when(aCommand.revert({ note: 'By mistake' }))
      .then([{ type: 'ExpenseReverted', data: { note: 'By mistake' } }]);
    reverted.when(aCommand.revert({ note: '\u200B' })).then([{ type: 'ExpenseReverted', data: { note: null } }]);
    reverted.when(aCommand.revert({ expectedRevision: 1 })).refused('VERSION_CONFLICT');
    expense.given(submitted).when(aCommand.revert()).thenNothing();
  });
  it('rejects only the revision seen', () => {
    expense
      .given(submitted)
      .when(aCommand.reject({ expectedRevision: 0 }))
      .refused('VERSION_CONFLICT', undefined, { expected: 0, revision: 1 });
  });
  it('deletes only the revision seen', () => {
    expense
      .given([anEvent.drafted()])
      .when({ ...aCommand.delete(), expectedRevision: 7 })
      .refused('VERSION_CONFLICT');
    expense.given([anEvent.drafted(), anEvent.deleted()]).when(aCommand.delete('eve')).refused('NOT_FOUND');
  });
  it('approves a complete draft, but none without a rate', () => {
    expense
      .given([anEvent.drafted(), anEvent.attached()])
      .when(aCommand.approve())
      .then([{ type: 'ExpenseApproved' }]);
    expense
      .given([anEvent.drafted({}, null), anEvent.attached()])
      .when(aCommand.approve())
      .refused('CONFLICT', /cannot be approved\.$/);
  });
  it('approves no claim whose receipt is damaged', () => {
    expense
      .given(submitted)
      .when(aCommand.approve({ receiptIntact: false, duplicates: ['EXP-2'] }))
      .refused('RECEIPT_DAMAGED', /damaged in storage/);
    expense
      .given(approved)
      .when(aCommand.amend({ reimbursement: { amount: '7.00', reason: 'Cap' } }, { receiptIntact: false }))
      .refused('RECEIPT_DAMAGED');
  });
  it('names the duplicates, those of the same receipt first', () => {
    const given = expense.given(submitted);
    const duplicates = ['EXP-2', 'EXP-3', 'EXP-4'];
    given
      .when(aCommand.approve({ duplicates, sameReceipt: ['EXP-2'] }))
      .refused(
        'POSSIBLE_DUPLICATE',
        /^Potential duplicate detected: EXP-2 has the same receipt\. EXP-3, EXP-4 have the same date, amount and currency\.$/,
        { duplicates },
      );
    given
      .when(aCommand.approve({ duplicates: ['EXP-3'] }))
      .refused('POSSIBLE_DUPLICATE', /^Potential duplicate detected: EXP-3 has the same date, amount and currency\.$/);
  });
  it('is possible again after a duplicate warning was dismissed without an approval', () => {
    const dismissed = { type: 'DuplicateWarningDismissed' as const, data: { duplicates: ['EXP-2'] } };
    expense
      .given([...submitted, dismissed])
      .when(aCommand.approve())
      .then([{ type: 'ExpenseApproved' }]);
  });
  it('approves what was submitted once, also if it would not be complete today', () => {
    const incomplete = [anEvent.submitted({ justification: '' })];
    for (const history of [incomplete, [...incomplete, anEvent.rejected()]])
      expense
        .given(history)
        .when(aCommand.approve())
        .then([{ type: 'ExpenseApproved' }]);
  });
  it('keeps the time of submission when it reverts, and sets it for a draft', () => {
    const submittedAt = (events: typeof submitted) => {
      const state = events.map(recorded).reduce<ExpenseState>(evolve, initialState);
      return isExisting(state) ? state.claim.submittedAt : null;
    };
    expect(submittedAt([...approved, anEvent.reverted()])).toBe('2026-06-15T10:00:00.000Z');
    const draft = [anEvent.drafted(), anEvent.attached(), anEvent.approved()];
    expect(submittedAt(draft)).toBeNull();
    expect(submittedAt([...draft, anEvent.reverted()])).toBe('2026-06-15T10:00:03.000Z');
  });
  it('says what cannot be done with an expense of its status', () => {
    const approvedClaim = expense.given(approved);
    approvedClaim.when(aCommand.revise()).refused('CONFLICT', 'An expense that is approved cannot be edited');
    approvedClaim
      .when(aCommand.revise({ status: 'draft' }))
      .refused('CONFLICT', 'An expense that is approved cannot be saved as a draft');
    expense.given(paid).when(aCommand.reject()).refused('CONFLICT', 'An expense that is paid cannot be rejected');
  });
  it('names the status and the expense in a refusal', () => {
    const state = submitted.map(recorded).reduce<ExpenseState>(evolve, initialState);
    expect(() => decide(aCommand.pay(), state, 1)).toThrow(
      expect.objectContaining({
        message: 'An expense that is submitted cannot be marked as paid',
        details: { expenseId: 'EXP-TEST000001', status: 'submitted' },
      }) as Error,
    );
  });
  it.each([aCommand.revise({ status: 'draft' }), aCommand.revise(), aCommand.amend()])(
    'refuses to edit a paid expense ($type)',
    (command) => expense.given(paid).when(command).refused('CONFLICT', 'Paid expenses cannot be edited'),
  );
});

describe('a decision on an outdated revision', () => {
  const rejected = [...submitted, anEvent.rejected()];
  const reverted = [...approved, anEvent.reverted()];
  const other = { id: 'chief', role: 'super_admin' } as const;
  const decisions = [
    ['approve', approved, aCommand.approve({ expectedRevision: 1 })],
    ['reject', rejected, aCommand.reject({ expectedRevision: 1 })],
    ['revert', reverted, aCommand.revert({ expectedRevision: 2 })],
  ] as const;

  it.each(decisions)('%s: is a repetition for the same person', (_, history, command) => {
    expense.given(history).when(command).thenNothing();
  });
  it.each(decisions)('%s: is a conflict for another person', (_, history, command) => {
    expense
      .given(history)
      .when({ ...command, actor: other })
      .refused('VERSION_CONFLICT');
  });
  it.each(decisions)('%s: is a conflict if it was made on another revision', (_, history, command) => {
    expense
      .given(history)
      .when({ ...command, expectedRevision: 0 })
      .refused('VERSION_CONFLICT');
  });
  it.each(decisions)('%s: on the current revision, the same outcome appends nothing', (_, history, command) => {
    expense
      .given(history)
      .when({ ...command, actor: other, expectedRevision: history.length - 1 })
      .thenNothing();
  });
  it('is a conflict if the reason or note differs', () => {
    expense
      .given(rejected)
      .when(aCommand.reject({ expectedRevision: 1, reason: 'Wrong year' }))
      .refused('VERSION_CONFLICT');
    expense
      .given(reverted)
      .when(aCommand.revert({ expectedRevision: 2, note: 'By mistake' }))
      .refused('VERSION_CONFLICT');
  });
  it('is a conflict once somebody has decided or saved since', () => {
    const undone = aCommand.approve({ expectedRevision: 1 });
    expense.given(reverted).when(undone).refused('VERSION_CONFLICT');
    const resubmitted = [...rejected, anEvent.submitted()];
    expense
      .given(resubmitted)
      .when(aCommand.reject({ expectedRevision: 1 }))
      .refused('VERSION_CONFLICT');
    expense
      .given([...reverted, anEvent.submitted()])
      .when(aCommand.revert({ expectedRevision: 2 }))
      .refused('VERSION_CONFLICT');
  });
  it('is a conflict before it is anything else', () => {
    const own = { actor: { id: 'anna', role: 'super_admin' }, expectedRevision: 0 } as const;
    expense.given(submitted).when(aCommand.approve(own)).refused('VERSION_CONFLICT');
    expense
      .given(paid)
      .when(aCommand.approve({ expectedRevision: 1 }))
      .refused('VERSION_CONFLICT');
    expense
      .given(paid)
      .when(aCommand.reject({ expectedRevision: 2 }))
      .refused('VERSION_CONFLICT');
  });
});
