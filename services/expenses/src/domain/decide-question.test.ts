import { aCommand, anEvent, boss, expense, member, partner, recorded } from '../testing/builders.js';
import { evolve } from './evolve.js';
import { initialState, questionOf, type ExpenseState } from './expense.js';

const submitted = anEvent.submitted();
const [asked, answered] = [anEvent.asked(), anEvent.answered()];
const chief = { id: 'chief', role: 'super_admin' } as const;

describe('a question about a claim', () => {
  it('is asked of a submitted claim alone, with a text', () => {
    expense.given([submitted]).when(aCommand.ask()).then([asked]);
    expense
      .given([anEvent.drafted()])
      .when(aCommand.ask())
      .refused('CONFLICT', /draft cannot be asked about/);
    expense.given([submitted, anEvent.approved()]).when(aCommand.ask()).refused('CONFLICT');
    expense
      .given([submitted])
      .when(aCommand.ask({ question: ' \u200b' }))
      .refused('INVALID_INPUT', /write a question/);
  });

  it('is not asked about a claim of one’s own', () => {
    expense
      .given([submitted])
      .when(aCommand.ask({ actor: { ...partner, role: 'super_admin' } }))
      .refused('OWN_EXPENSE');
  });

  it('is asked once by its repetition, also after its answer, and no second one is asked before that', () => {
    expense.given([submitted, asked]).when(aCommand.ask()).then([]);
    expense
      .given([submitted, asked])
      .when(aCommand.ask({ expectedRevision: 0 }))
      .then([]);
    expense
      .given([submitted, asked, answered])
      .when(aCommand.ask({ expectedRevision: 0 }))
      .then([]);
    expense
      .given([submitted, asked])
      .when(aCommand.ask({ actor: chief }))
      .refused('QUESTION_OPEN');
    expense
      .given([submitted, asked])
      .when(aCommand.ask({ question: 'When?' }))
      .refused('QUESTION_OPEN', /Anna Abel.+boss@/);
    expense.given([submitted, asked, answered]).when(aCommand.ask()).then([asked]);
  });

  it('is not asked of a claim that was approved or changed meanwhile', () => {
    expense
      .given([submitted, anEvent.reverted()])
      .when(aCommand.ask({ expectedRevision: 0 }))
      .refused('VERSION_CONFLICT');
  });

  it('keeps the claim from approval until it is answered; rejecting and correcting stay possible', () => {
    const open = expense.given([submitted, asked]);
    open.when(aCommand.approve()).refused('QUESTION_OPEN', /waits for Anna Abel to answer a question from boss@/);
    open.when(aCommand.reject()).then([anEvent.rejected()]);
    open.when(aCommand.revert()).then([]);
    open.when(aCommand.amend({ metadata: { category: 'Hotel' } })).then([{ type: 'ExpenseAmendedByAdmin' }]);
    expense
      .given([submitted, asked, answered])
      .when(aCommand.approve())
      .then([{ type: 'ExpenseApproved' }]);
  });

  it.each([
    ['an edit of the owner', [{ type: 'ExpenseRevised' as const, data: submittedData() }]],
    ['a rejection that is reverted', [anEvent.rejected(), anEvent.reverted()]],
  ])('is closed by %s', (_, events) => {
    const state = [submitted, asked, ...events].map(recorded).reduce<ExpenseState>(evolve, initialState);
    expect([state.status, questionOf(state)]).toEqual(['submitted', null]);
    expense
      .given([submitted, asked, ...events])
      .when(aCommand.answer())
      .refused('CONFLICT', /No question/);
    expense
      .given([submitted, asked, ...events])
      .when(aCommand.approve())
      .then([{ type: 'ExpenseApproved' }]);
  });
});

describe('a question that mentions others', () => {
  const person = { id: 'chief', name: 'Cleo Chief', email: 'chief@example.org' };
  const mentioned = [{ ...person, isActiveSuperAdmin: true }];
  const mentioning = anEvent.asked('Whose dinner?', [person]);

  it('keeps who they are, and is the owner’s to answer', () => {
    expense.given([submitted]).when(aCommand.ask({ mentioned })).then([mentioning]);
    expense
      .given([submitted, mentioning])
      .when(aCommand.answer({ actor: chief }))
      .refused('NOT_FOUND');
    expense.given([submitted, mentioning]).when(aCommand.answer()).then([answered]);
  });

  it.each([
    ['somebody who is no active super admin', { ...person, isActiveSuperAdmin: false }, /Cleo Chief is no active/],
    ['somebody whom nobody knows', { id: 'x', name: '', email: '', isActiveSuperAdmin: false }, /This person is no/],
    ['oneself', { ...person, id: boss.id, isActiveSuperAdmin: true }, /mention yourself/],
    ['the owner', { ...person, id: member.id, isActiveSuperAdmin: true }, /is the owner/],
  ])('is refused for %s', (_, one, message) => {
    expense
      .given([submitted])
      .when(aCommand.ask({ mentioned: [...mentioned, one] }))
      .refused('INVALID_INPUT', message);
  });

  it('is the same once more, also when one of them has left since, and another one with other mentions', () => {
    const left = mentioned.map((one) => ({ ...one, isActiveSuperAdmin: false }));
    expense
      .given([submitted, mentioning])
      .when(aCommand.ask({ mentioned: left }))
      .then([]);
    expense.given([submitted, mentioning]).when(aCommand.ask()).refused('QUESTION_OPEN');
    expense.given([submitted, asked]).when(aCommand.ask({ mentioned })).refused('QUESTION_OPEN');
  });
});

describe('an answer', () => {
  it('is given by the owner to the open question, with a text', () => {
    expense.given([submitted, asked]).when(aCommand.answer()).then([answered]);
    expense
      .given([submitted, asked])
      .when(aCommand.answer({ actor: boss }))
      .refused('NOT_FOUND');
    expense
      .given([submitted])
      .when(aCommand.answer())
      .refused('CONFLICT', /No question/);
    expense
      .given([submitted, asked])
      .when(aCommand.answer({ answer: ' ' }))
      .refused('INVALID_INPUT');
  });

  it('is given once by its repetition; another one is refused', () => {
    expense
      .given([submitted, asked, answered])
      .when(aCommand.answer({ expectedRevision: 1 }))
      .then([]);
    expense
      .given([submitted, asked, answered])
      .when(aCommand.answer({ answer: 'His' }))
      .refused('CONFLICT');
    expense
      .given([submitted, asked, answered, anEvent.asked('When?')])
      .when(aCommand.answer({ expectedRevision: 1 }))
      .refused('VERSION_CONFLICT');
  });
});

function submittedData() {
  if (submitted.type !== 'ExpenseSubmitted') throw new Error('not submitted');
  const { opening: _, ...data } = submitted.data;
  return data;
}
