import { EventStoreUnavailable } from '@outlay/event-store';
import { aCommand } from '../testing/builders.js';
import { boss, chief, openTestPayments, under, type TestPayments } from '../testing/test-payments.js';
import { system } from '../testing/test-streams.js';
import { paymentIdOf } from './payment-ids.js';

describe('a payment of what somebody else has paid', () => {
  let test: TestPayments;
  beforeEach(async () => {
    test = await openTestPayments();
  });
  afterEach(() => test.close());

  const entry = (id: string, paymentId: string) => ({
    expenseId: `EXP-${id}`,
    paymentId,
    paidBy: { name: 'boss Tester', email: 'boss@example.org' },
    paidAt: '2026-06-15T10:00:00.000Z',
    reportId: `report-${paymentId}`,
  });

  it('names each of several payments', async () => {
    await test.approve('one', 'two');
    const ids = [(await test.pay(['one'])).paymentId, (await test.pay(['two'], system, chief)).paymentId];
    await expect(test.pay(['one', 'two'])).rejects.toMatchObject({
      message: expect.stringMatching(/EXP-one by boss Tester .*; EXP-two by chief Tester/) as string,
      details: { expenses: ids.map((paymentId) => expect.objectContaining({ paymentId }) as object) },
    });
  });

  it('names the email address while the name cannot be fetched', async () => {
    await test.approve('one');
    await test.pay(['one']);
    test.others.isAuthDown = true;
    await expect(test.pay(['one'], system, chief)).rejects.toThrow('EXP-one by boss@example.org (boss@example.org)');
  });

  it('is refused while the payment is interrupted, and stays theirs when it is resumed', async () => {
    await test.approve('one', 'two');
    const end = test.beforeAppend(
      (stream) => stream.startsWith('expense-'),
      async () => {
        throw new EventStoreUnavailable('down');
      },
    );
    await expect(test.pay(['one', 'two'])).rejects.toThrow('down');
    end();
    const paymentId = paymentIdOf([
      { id: 'one', revision: 2 },
      { id: 'two', revision: 2 },
    ]);
    const refused = { code: 'ALREADY_PAID', details: { expenses: ['one', 'two'].map((id) => entry(id, paymentId)) } };
    await expect(test.pay(['one', 'two'], system, chief)).rejects.toMatchObject(refused);
    expect(await test.paymentOf('one')).toBeNull();
    await test.project(paymentId);
    await test.resume();
    expect(await test.paymentOf('one')).toBe(paymentId);
    await expect(test.pay(['one', 'two'], system, chief)).rejects.toMatchObject(refused);
    await expect(test.pay(['two', 'one'])).resolves.toMatchObject({ paymentId, paidCount: 2 });
  });

  const payInBetween = (ids: string[], actor = chief) => {
    const end = test.beforeAppend(
      (stream) => stream.startsWith('payment-'),
      async () => {
        end();
        await test.pay(ids, system, actor);
      },
    );
  };

  it('in the meantime does not count what that payment left out, now and in a retry', async () => {
    await test.approve('one', 'two');
    const end = test.beforeAppend(
      (stream) => stream === 'expense-two',
      async () => {
        end();
        await test.streams.expenses.execute('two', system, () => aCommand.revert());
      },
    );
    payInBetween(['one', 'two'], boss);
    for (const _ of ['first', 'retry']) {
      await expect(test.pay(['one', 'two'], under('key'), chief)).rejects.toMatchObject({
        code: 'ALREADY_PAID',
        details: { expenses: [{ expenseId: 'EXP-one', paidBy: { email: 'boss@example.org' } }] },
      });
    }
  });

  it('in the meantime in part is paid without that part, and says so', async () => {
    await test.approve('one', 'two');
    payInBetween(['one']);
    const { paymentId, paidCount, skipped } = await test.pay(['one', 'two']);
    expect(paidCount).toBe(1);
    expect(skipped).toMatchObject({
      alreadyPaid: [{ expenseId: 'EXP-one', paidBy: { email: 'chief@example.org' } }],
      changed: [],
    });
    expect(await test.paymentOf('two')).toBe(paymentId);
    expect((await test.streams.payments.load(paymentId)).state).toMatchObject({ paid: ['two'], skipped: ['one'] });
    expect(test.others.reported).toEqual(['EXP-one', 'EXP-two']);
    expect(await test.pay(['one', 'two'])).toEqual({ paymentId, paidCount, paidTotal: '100.00', skipped });
  });

  it('in the meantime is refused if nothing is left', async () => {
    await test.approve('one', 'two');
    payInBetween(['one', 'two', 'three']);
    await test.streams.approve('three');
    await expect(test.pay(['one', 'two'])).rejects.toMatchObject({
      code: 'ALREADY_PAID',
      details: { expenses: [{ paidBy: { email: 'chief@example.org' } }, { expenseId: 'EXP-two' }] },
    });
    expect(test.others.reported).toEqual(['EXP-one', 'EXP-two', 'EXP-three']);
  });
});
