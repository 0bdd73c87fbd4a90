import {
  amendExpense,
  approveExpense,
  createExpense,
  deleteDraft,
  findDecidedReceipt,
  payExpenses,
  rejectExpense,
  revertExpense,
  reviseExpense,
  showDecision,
  toDecisionJson,
  type DecisionJson,
  type ExpenseView,
} from '@outlay/contracts';
import { anna, aSubmission, as, boss, runExpenses } from './testing/running-expenses.js';

describe('the decision as the approver saw it', () => {
  let service: Awaited<ReturnType<typeof runExpenses>>;
  beforeAll(async () => {
    service = await runExpenses();
  });
  afterAll(() => service.close());

  const submit = async (over = {}): Promise<ExpenseView> =>
    (await service.call(createExpense, aSubmission(over), anna)).expense;
  const approve = async ({ id }: ExpenseView, sent = {}) => {
    const request = { id, expectedRevision: null, approveAnyway: true, ...sent };
    return (await service.call(approveExpense, request, boss)).expense;
  };
  const amend = async ({ id }: ExpenseView, amount: string) => {
    const reimbursement = { amount, reason: 'Without the tip' };
    const nothing = { original: null, metadata: null, clearOverride: false, approveAnyway: false };
    const request = { id, expectedRevision: null, today: '2026-06-15', ...nothing, reimbursement };
    return (await service.call(amendExpense, request, boss)).expense;
  };
  const decision = async (id: string, revision: number, context = boss): Promise<DecisionJson> => {
    for (;;) {
      try {
        return toDecisionJson(await service.call(showDecision, { id, revision: `${revision}` }, context));
      } catch (error) {
        if ((error as { code?: string }).code !== 'SNAPSHOT_NOT_READY') throw error;
      }
    }
  };

  it('is the expense, its receipt and what was sent, and differs in nothing until something changes', async () => {
    const expense = await submit({ amount: '11.00' });
    const { revision, head, receipt } = expense;
    const sent = { expectedRevision: revision, expectedHead: head.slice(0, 16), receiptSha256: receipt?.sha256 };
    const approved = await approve(expense, sent);
    const shown = await decision(expense.id, approved.revision);
    expect(shown).toMatchObject({
      expense_id: expense.expenseId,
      action: 'approved',
      by: { actor_email: 'boss@example.org', event_type: 'ExpenseApproved', revision: approved.revision },
      basis: { revision, head, receipt_sha256: receipt?.sha256 },
      sent: { revision, head: head.slice(0, 16), receipt_sha256: receipt?.sha256 },
      sent_matches: { revision: true, head: true, receipt_sha256: true },
      then: { expense: { status: 'submitted', amount: 11, revision }, duplicates: [] },
      now: { expense: { status: 'approved', amount: 11 }, duplicates: [] },
      differences: [],
    });
    await amend(expense, '9.50');
    expect(await decision(expense.id, approved.revision)).toMatchObject({
      then: { expense: { reimbursement_amount: 11, reimbursement_reason: null } },
      now: { expense: { reimbursement_amount: 9.5, reimbursement_reason: 'Without the tip' } },
      differences: ['reimbursement_amount', 'reimbursement_reason'],
    });
  });

  it('of a correction is the expense before it; of its approval, the expense with it', async () => {
    const expense = await submit({ amount: '12.00' });
    const approved = await approve(expense);
    const { revision } = await amend(expense, '10.00');
    expect(await decision(expense.id, revision - 1)).toMatchObject({
      action: 'amended',
      reason: 'Without the tip',
      basis: { revision: approved.revision, head: approved.head },
      then: { expense: { reimbursement_amount: 12, status: 'approved' } },
    });
    expect(await decision(expense.id, revision)).toMatchObject({
      action: 'approved',
      basis: { revision: approved.revision, head: approved.head },
      then: { expense: { reimbursement_amount: 10 } },
      differences: [],
    });
  });

  it('has the duplicates at the decision, and the present ones', async () => {
    const earlier = await submit({ amount: '13.00' });
    const { revision } = await approve(earlier);
    const expense = await submit({ amount: '13.00' });
    const approved = await approve(expense);
    const ids = (shown: DecisionJson['then'] | null) => shown?.duplicates.map(({ id }) => id);
    const first = await decision(earlier.id, revision);
    expect([ids(first.then), ids(first.now), first.differences]).toEqual([[], [expense.id], ['duplicates']]);
    const request = { id: earlier.id, expectedRevision: null, note: 'Paid twice' };
    const reverted = (await service.call(revertExpense, request, boss)).expense;
    const second = await decision(expense.id, approved.revision);
    expect([ids(second.then), ids(second.now), second.differences]).toEqual([[earlier.id], [], ['duplicates']]);
    expect(second.dismissed_duplicates).toEqual([earlier.expenseId]);
    expect(second.then.duplicates).toMatchObject([{ same_figures: true, same_receipt: false, status: 'approved' }]);
    expect(second.basis).toMatchObject({ revision: expense.revision, head: expense.head });
    expect(await decision(earlier.id, reverted.revision)).toMatchObject({ action: 'reverted', reason: 'Paid twice' });
  });

  it('has the receipt at the decision, also after it was replaced or its claim deleted', async () => {
    const expense = await submit({ amount: '14.00' });
    const request = { id: expense.id, expectedRevision: null, reason: 'Unreadable' };
    const rejected = (await service.call(rejectExpense, request, boss)).expense;
    const again = { ...aSubmission({ amount: '14.00' }, 'draft'), id: expense.id, removeReceipt: false };
    const revised = (await service.call(reviseExpense, { ...again, expectedRevision: null }, anna)).expense;
    const shown = await decision(expense.id, rejected.revision);
    expect(shown).toMatchObject({
      action: 'rejected',
      reason: 'Unreadable',
      sent: null,
      sent_matches: null,
      then: { expense: { receipt_sha256: expense.receipt?.sha256 } },
      now: { expense: { receipt_sha256: revised.receipt?.sha256 } },
      differences: ['receipt_sha256'],
    });
    await service.call(deleteDraft, { id: expense.id, expectedRevision: null }, anna);
    expect(await decision(expense.id, rejected.revision)).toMatchObject({ now: null, differences: [] });
    const revision = `${rejected.revision}`;
    const found = await service.call(findDecidedReceipt, { id: expense.id, revision }, boss);
    expect(found).toEqual({ receipt: expense.receipt, ownerId: 'anna' });
  });

  it('is known of payments, and of no other revision', async () => {
    const expense = await submit({ amount: '15.00' });
    const { revision } = await approve(expense);
    const { paymentId } = await service.call(payExpenses, { ids: [expense.id] }, boss);
    expect(await decision(expense.id, revision + 1)).toMatchObject({ action: 'paid', payment_id: paymentId });
    const refused = (message: string) => ({ code: 'NOT_FOUND', message });
    await expect(decision(expense.id, 0)).rejects.toMatchObject(
      refused('Revision 0 is no decision, but ExpenseSubmitted.'),
    );
    await expect(decision(expense.id, 99)).rejects.toMatchObject(
      refused(`There is no revision 99: the latest is ${revision + 1}.`),
    );
    await expect(decision(expense.id, -1)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('is told to auditors, and not to its owner', async () => {
    const expense = await submit({ amount: '16.00' });
    const { revision } = await approve(expense);
    expect(await decision(expense.id, revision, as('alma', 'auditor'))).toMatchObject({ action: 'approved' });
    await expect(decision(expense.id, revision, anna)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const request = { id: expense.id, revision: `${revision}` };
    await expect(service.call(findDecidedReceipt, request, anna)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
