import { OutlayError, type ErrorCode, type ExpenseJson, type SkippedExpenses } from '@outlay/contracts';
import { announcementProblem } from './15-one-payer.js';
import { seenProblem } from './21-only-what-was-seen.js';
import { refusalProblem, answerProblem, type PaymentAnswer } from './payment-answers.js';

describe('the checks of payments detect', () => {
  const batch = ['EXP-1', 'EXP-2'].map((expense_id) => ({
    id: expense_id,
    expense_id,
    revision: 2,
  })) as ExpenseJson[];
  const [one, two] = batch as [ExpenseJson, ExpenseJson];
  const nothing = { already_paid: [], changed: [] };
  const answer = (
    payerId: string,
    payment_id: string,
    of = batch,
    skipped: SkippedExpenses = nothing,
  ): PaymentAnswer => ({
    payerId,
    key: null,
    batch: of,
    result: { reply: { message: `${of.length} expenses marked as paid`, payment_id, report: null, skipped } },
  });
  const refused = (code: ErrorCode, details?: unknown): PaymentAnswer => ({
    ...answer('b', 'p'),
    result: { rejection: new OutlayError(code, 'Refused', details) },
  });
  const paidBy = (id: string, paymentId: string, revision = 2) => ({
    paymentId,
    payer: { id, email: `${id}@example.org` },
    revision,
  });
  const paid = new Map(batch.map(({ expense_id }) => [expense_id, [paidBy('a', 'p')]]));

  it('a payment that is confirmed to two people, or to nobody', () => {
    expect(answerProblem(answer('a', 'p'), paid)).toBeNull();
    expect(answerProblem(answer('b', 'p'), paid)).toMatch(/b was told that EXP-1 is paid/);
    expect(answerProblem(answer('a', 'q'), paid)).toMatch(/not their payment/);
    expect(answerProblem(answer('a', 'p'), new Map([['EXP-1', [paidBy('a', 'p')]]]))).toMatch(/EXP-2 is paid/);
    expect(announcementProblem([answer('a', 'p'), answer('a', 'p')])).toBeNull();
    expect(announcementProblem([answer('a', 'p'), { ...answer('a', 'p'), key: 'another' }])).toMatch(/Two requests/);
    expect(announcementProblem([answer('a', 'p', [one]), answer('b', 'q', [two])])).toBeNull();
    expect(announcementProblem([refused('ALREADY_PAID')])).toMatch(/Nobody/);
  });

  it('a refusal with another code, or that names the wrong payer', () => {
    const naming = (email: string) =>
      refused('ALREADY_PAID', { expenses: [{ expense_id: 'EXP-1', payment_id: 'p', paid_by: { name: '', email } }] });
    expect(refusalProblem(naming('a@example.org'), paid)).toBeNull();
    expect(refusalProblem(naming('b@example.org'), paid)).toMatch(/not paid by b@example.org/);
    expect(refusalProblem(naming('a@example.org'), new Map())).toMatch(/which it is not/);
    expect(refusalProblem(refused('CONFLICT'), paid)).toMatch(/CONFLICT/);
  });

  it('one at a revision that the payer did not see, or despite its refusal', () => {
    expect(seenProblem(answer('a', 'p'), paid)).toBeNull();
    expect(seenProblem(refused('VERSION_CONFLICT'), new Map())).toBeNull();
    expect(seenProblem(answer('a', 'p'), new Map([['EXP-2', [paidBy('a', 'p', 3)]]]))).toMatch(/at revision 3, not 2/);
    expect(seenProblem(refused('VERSION_CONFLICT'), paid)).toMatch(/though the payment was refused/);
    expect(seenProblem(refused('ALREADY_PAID'), new Map())).toMatch(/ALREADY_PAID/);
  });
});
