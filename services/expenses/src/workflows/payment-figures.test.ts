import { aCommand } from '../testing/builders.js';
import { boss, openTestPayments, under, type TestPayments } from '../testing/test-payments.js';
import { system } from '../testing/test-streams.js';

describe('a payment whose figures were shown', () => {
  let test: TestPayments;
  beforeEach(async () => {
    test = await openTestPayments();
  });
  afterEach(() => test.close());

  const amend = (id: string, amount: string) =>
    test.streams.expenses.execute(id, system, () => aCommand.amend({ reimbursement: { amount, reason: 'Agreed' } }));
  const shown = { total: '200.00', revisions: ['one', 'two'].map((id) => ({ id, revision: 2 })) };
  const change = {
    expense_id: 'EXP-two',
    expected: { revision: 2, status: 'approved', reimbursement_amount: 100 },
    actual: { revision: 4, status: 'approved', reimbursement_amount: 90 },
  };

  it('is paid at these figures', async () => {
    await test.approve('one', 'two');
    await expect(test.pay(['one', 'two'], system, boss, shown)).resolves.toMatchObject({ paidCount: 2 });
  });

  it('is refused with old and new figures if one has changed', async () => {
    await test.approve('one', 'two');
    await amend('two', '90.00');
    await expect(test.pay(['one', 'two'], under('key'), boss, shown)).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      message: 'Changed since you looked: EXP-two. The total is 190.00 EUR, not 200.00 EUR. Nothing was paid.',
      details: { expected_total: 200, total: 190, currency: 'EUR', expenses: [change] },
    });
    expect(await test.paymentOf('one')).toBeNull();
    const corrected = { total: '190.00', revisions: [{ id: 'two', revision: 4 }] };
    await expect(test.pay(['one', 'two'], under('key'), boss, corrected)).resolves.toMatchObject({ paidCount: 2 });
  });

  it('is refused if only the total differs, or a revision never was', async () => {
    await test.approve('one', 'two');
    await expect(test.pay(['one', 'two'], system, boss, { total: '200.01' })).rejects.toMatchObject({
      message: 'The total is 200.00 EUR, not 200.01 EUR. Nothing was paid.',
      details: { expenses: [] },
    });
    await expect(test.pay(['one'], system, boss, { revisions: [{ id: 'one', revision: 9 }] })).rejects.toMatchObject({
      message: 'Changed since you looked: EXP-one. The total is 100.00 EUR. Nothing was paid.',
      details: { expected_total: null, expenses: [{ expected: null }] },
    });
  });

  it('is repeated under its key with these figures, not with others', async () => {
    await test.approve('one', 'two');
    const first = await test.pay(['one', 'two'], under('key'), boss, shown);
    expect(
      await test.pay(['two', 'one'], under('key'), boss, { ...shown, revisions: shown.revisions.toReversed() }),
    ).toEqual(first);
    await expect(test.pay(['one', 'two'], under('key'), boss, { ...shown, total: '199.00' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it.each([
    ['amended', () => amend('two', '90.00'), change.actual],
    [
      'reverted',
      () => test.streams.expenses.execute('two', system, () => aCommand.revert()),
      { revision: 3, status: 'submitted', reimbursement_amount: 100 },
    ],
  ])('is paid without an expense that is %s after the check, and says so', async (_, happen, actual) => {
    await test.approve('one', 'two');
    const end = test.beforeAppend(
      (stream) => stream === 'expense-two',
      async () => {
        end();
        await happen();
      },
    );
    const { paymentId, paidCount, skipped } = await test.pay(['one', 'two'], system, boss, shown);
    expect(paidCount).toBe(1);
    expect(skipped).toEqual({ already_paid: [], changed: [{ ...change, actual }] });
    expect(await test.paymentOf('two')).toBeNull();
    expect(await test.streams.payments.load(paymentId)).toMatchObject({
      revisions: [2, 2],
      paid: ['one'],
      skipped: ['two'],
    });
    expect(test.others.reported).toEqual(['EXP-one']);
  });

  it('is refused if all of it changes after the check, and may be paid when it was looked at again', async () => {
    await test.approve('two');
    const end = test.beforeAppend(
      (stream) => stream === 'expense-two',
      async () => {
        end();
        await amend('two', '90.00');
      },
    );
    await expect(test.pay(['two'], system, boss, { total: '100.00' })).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { expected_total: 100, total: 90, expenses: [change] },
    });
    await expect(test.pay(['two'], system, boss, { total: '90.00' })).resolves.toMatchObject({ paidCount: 1 });
  });
});
