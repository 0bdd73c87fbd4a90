import { aCommand, anEvent, expense, recorded } from '../testing/builders.js';
import { decide } from './decide.js';
import { evolve } from './evolve.js';
import { initialState, type ExpenseState } from './expense.js';

const submitted = [anEvent.submitted(), anEvent.attached()];
const approved = [...submitted, anEvent.approved()];
const paid = [...approved, anEvent.paid()];

describe('reviewing', () => {
  it('reverts with a trimmed note, only the revision seen, and once', () => {
    const reverted = expense.given(approved);
    reverted
      .when(aCommand.revert({ note: ' By mistake ' }))
      .then([{ type: 'ExpenseReverted', data: { note: 'By mistake' } }]);
    reverted.when(aCommand.revert({ note: ' ' })).then([{ type: 'ExpenseReverted', data: { note: null } }]);
    reverted.when(aCommand.revert({ expectedRevision: 1 })).refused('VERSION_CONFLICT');
    expense.given(submitted).when(aCommand.revert()).thenNothing();
  });
  it('rejects only the revision seen', () => {
    expense
      .given(submitted)
      .when(aCommand.reject({ expectedRevision: 0 }))
      .refused('VERSION_CONFLICT');
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
  it('names the status and the expense in a refusal', () => {
    const state = submitted.map(recorded).reduce<ExpenseState>(evolve, initialState);
    expect(() => decide(aCommand.pay(), state, 1)).toThrow(
      expect.objectContaining({
        message: 'An expense that is submitted cannot be marked as paid',
        details: { expense_id: 'EXP-TEST000001', status: 'submitted' },
      }) as Error,
    );
  });
  it.each([aCommand.revise({ status: 'draft' }), aCommand.revise(), aCommand.amend()])(
    'refuses to edit a paid expense ($type)',
    (command) => expense.given(paid).when(command).refused('CONFLICT', 'Paid expenses cannot be edited'),
  );
});
