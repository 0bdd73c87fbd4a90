import { payExpenses } from '@outlay/contracts';
import { keyedRequest } from '@outlay/messaging';
import { aCommand } from '../testing/builders.js';
import { boss, openTestPayments, under, type TestPayments } from '../testing/test-payments.js';
import { system } from '../testing/test-streams.js';
import { paymentIdOf } from './payment-ids.js';

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
    expenseId: 'EXP-two',
    expected: { revision: 2, status: 'approved', reimbursementAmount: '100.00' },
    actual: { revision: 4, status: 'approved', reimbursementAmount: '90.00' },
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
      details: { expectedTotal: '200.00', total: '190.00', currency: 'EUR', expenses: [change] },
    });
    expect(await test.paymentOf('one')).toBeNull();
    const corrected = { total: '190.00', revisions: [{ id: 'two', revision: 4 }] };
    await expect(test.pay(['one', 'two'], under('key'), boss, corrected)).resolves.toMatchObject({ paidCount: 2 });
  });

  it('is refused with each of several changes', async () => {
    await test.approve('one', 'two');
    await amend('two', '90.00');
    const revisions = [
      { id: 'one', revision: 0 },
      { id: 'two', revision: 2 },
    ];
    const ofOne = {
      expenseId: 'EXP-one',
      expected: { revision: 0, status: 'submitted', reimbursementAmount: '100.00' },
      actual: { revision: 2, status: 'approved', reimbursementAmount: '100.00' },
    };
    await expect(test.pay(['one', 'two'], system, boss, { revisions })).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { expenses: [ofOne, change] },
    });
  });

  it('is refused if only the total differs, or a revision never was', async () => {
    await test.approve('one', 'two');
    await expect(test.pay(['one', 'two'], system, boss, { total: '200.01' })).rejects.toMatchObject({
      message: 'The total is 200.00 EUR, not 200.01 EUR. Nothing was paid.',
      details: { expenses: [] },
    });
    await expect(test.pay(['one'], system, boss, { revisions: [{ id: 'one', revision: 9 }] })).rejects.toMatchObject({
      message: 'Changed since you looked: EXP-one. The total is 100.00 EUR. Nothing was paid.',
      details: { expectedTotal: null, expenses: [{ expected: null }] },
    });
  });

  it('is repeated under its key with these figures, not with others', async () => {
    await test.approve('one', 'two');
    const first = await test.pay(['one', 'two'], under('key'), boss, shown);
    expect(
      await test.pay(['two', 'one'], under('key'), boss, { ...shown, revisions: shown.revisions.toReversed() }),
    ).toEqual(first);
    const others = [
      { ...shown, total: '199.00' },
      { ...shown, revisions: [{ id: 'one', revision: 1 }] },
      { ...shown, revisions: shown.revisions.map(({ id }) => ({ id, revision: 1 })) },
    ];
    for (const figures of others)
      await expect(test.pay(['one', 'two'], under('key'), boss, figures)).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
      });
  });

  it.each([
    ['total', { total: '100.00' }, { total: '99.00' }],
    ['revision', { revisions: [{ id: 'one', revision: 2 }] }, { revisions: [{ id: 'one', revision: 1 }] }],
  ])('is not repeated under its key with another %s, nor without', async (_, figures, other) => {
    await test.approve('one');
    const first = await test.pay(['one'], under('key'), boss, figures);
    expect(await test.pay(['one'], under('key'), boss, figures)).toEqual(first);
    for (const changed of [other, {}])
      await expect(test.pay(['one'], under('key'), boss, changed)).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
      });
  });

  it.each([
    ['amended', () => amend('two', '90.00'), change.actual],
    [
      'reverted',
      () => test.streams.expenses.execute('two', system, () => aCommand.revert()),
      { revision: 3, status: 'submitted', reimbursementAmount: '100.00' },
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
    expect(skipped).toEqual({ alreadyPaid: [], changed: [{ ...change, actual }] });
    expect(await test.paymentOf('two')).toBeNull();
    expect((await test.streams.payments.load(paymentId)).state).toMatchObject({
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
      details: { expectedTotal: '100.00', total: '90.00', expenses: [change] },
    });
    await expect(test.pay(['two'], system, boss, { total: '90.00' })).resolves.toMatchObject({ paidCount: 1 });
  });

  it('is refused without a payer under another key that was bound to a payment of nothing', async () => {
    await test.approve('two');
    const bound = keyedRequest(payExpenses, boss.id, under('second'), {
      ids: ['two'],
      total: null,
      revisions: [],
    });
    await test.idempotency.bind(bound, paymentIdOf([{ id: 'two', revision: 2 }]));
    const end = test.beforeAppend(
      (stream) => stream === 'expense-two',
      async () => {
        end();
        await amend('two', '90.00');
      },
    );
    await expect(test.pay(['two'], under('first'))).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
    await expect(test.pay(['two'], under('second'))).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      message: 'The total is 90.00 EUR. Nothing was paid.',
    });
  });
});
