import { payExpenses } from '@outlay/contracts';
import { EventStoreUnavailable, WrongExpectedRevision } from '@outlay/event-store';
import { keyedRequest } from '@outlay/messaging';
import { aCommand } from '../testing/builders.js';
import { boss, chief, openTestPayments, under, type TestPayments } from '../testing/test-payments.js';
import { system } from '../testing/test-streams.js';
import { paymentIdOf } from './payment-ids.js';

const nothing = { alreadyPaid: [], changed: [] };

describe('the payment of a batch', () => {
  let test: TestPayments;
  beforeEach(async () => {
    test = await openTestPayments();
  });
  afterEach(() => test.close());

  it('pays each expense once, completes the payment and requests the report', async () => {
    await test.approve('one', 'two');
    const paymentId = paymentIdOf([
      { id: 'one', revision: 2 },
      { id: 'two', revision: 2 },
    ]);
    expect(await test.pay(['two', 'one', 'two'])).toEqual({
      paymentId,
      paidCount: 2,
      paidTotal: '200.00',
      skipped: nothing,
    });
    expect(await Promise.all(['one', 'two'].map(test.paymentOf))).toEqual([paymentId, paymentId]);
    expect((await test.streams.payments.load(paymentId)).state).toMatchObject({
      status: 'completed',
      expenses: ['two', 'one'],
      paid: ['two', 'one'],
      skipped: [],
    });
    expect(await test.row(paymentId)).toMatchObject({ status: 'completed', revision: 1, reportRequested: true });
    expect(test.others.reported).toEqual(['EXP-two', 'EXP-one']);
    expect(test.warnings).toEqual([]);
  });

  it('pays more expenses than are paid at the same time', async () => {
    const ids = Array.from({ length: 26 }, (_, i) => `e${i}`);
    await test.approve(...ids);
    const { paymentId, paidCount } = await test.pay(ids);
    expect(paidCount).toBe(26);
    expect((await test.streams.payments.load(paymentId)).state).toMatchObject({ paid: ids, skipped: [] });
    expect(await Promise.all(ids.map(test.paymentOf))).toEqual(ids.map(() => paymentId));
  });

  it('reads each expense once, and appends to it once', async () => {
    const ids = ['one', 'two', 'three'];
    await test.approve(...ids);
    const calls = test.countCalls();
    await test.pay(ids);
    expect(ids.map((id) => calls.get(`expense-${id}`))).toEqual(ids.map(() => ({ reads: 1, appends: 1 })));
    calls.clear();
    await test.pay(ids);
    expect(ids.map((id) => calls.get(`expense-${id}`))).toEqual(ids.map(() => ({ reads: 1, appends: 0 })));
  });

  it('has the same answer when it is repeated within ten minutes', async () => {
    await test.approve('one', 'two');
    const first = await test.pay(['one', 'two']);
    test.streams.clock.advance({ minutes: 10 });
    expect(await test.pay(['two', 'one'])).toEqual(first);
    test.streams.clock.advance({ seconds: 1 });
    await expect(test.pay(['one', 'two'])).rejects.toMatchObject({ code: 'ALREADY_PAID' });
  });

  it.each<[string, string, (stream: string) => Error]>([
    ['the event store fails', 'down', () => new EventStoreUnavailable('down')],
    [
      'an expense keeps changing',
      'This expense is being changed by others.',
      (stream) => new WrongExpectedRevision(stream, 2, 3),
    ],
  ])('stays unfinished while %s, and is finished later', async (_, message, failure) => {
    await test.approve('one', 'two');
    const end = test.beforeAppend(
      (stream) => stream === 'expense-two',
      async (stream) => {
        throw failure(stream);
      },
    );
    await expect(test.pay(['one', 'two'], under('key'))).rejects.toThrow(message);
    end();
    expect(await test.paymentOf('two')).toBeNull();
    const { paymentId, paidCount } = await test.pay(['one', 'two'], under('key'));
    expect(paidCount).toBe(2);
    expect(await Promise.all(['one', 'two'].map(test.paymentOf))).toEqual([paymentId, paymentId]);
  });

  it('succeeds with warnings while the read model is down', async () => {
    await test.approve('one');
    await test.streams.documents.close();
    const { paymentId, paidCount } = await test.pay(['one']);
    expect(paidCount).toBe(1);
    expect(test.others.reported).toEqual(['EXP-one']);
    expect(test.warnings).toEqual([
      expect.stringContaining(`Payment ${paymentId} is not in the read model yet: DocumentsUnavailable`) as string,
      expect.stringContaining(`The report of payment ${paymentId} is not requested yet: `) as string,
    ]);
  });

  it('succeeds with a warning while the reports are down, and the report follows later', async () => {
    await test.approve('one');
    test.others.areReportsDown = true;
    const { paymentId } = await test.pay(['one']);
    expect(await test.row(paymentId)).toMatchObject({ status: 'completed', reportRequested: false });
    expect(test.warnings).toEqual([
      `The report of payment ${paymentId} is not requested yet: OutlayError: The reports service is down.`,
    ]);
    test.others.areReportsDown = false;
    await test.resume();
    expect(await test.row(paymentId)).toMatchObject({ reportRequested: true });
    expect(test.others.reported).toEqual(['EXP-one']);
  });

  it('has its report made again if it was lost before the start', async () => {
    await test.approve('one');
    const { paymentId } = await test.pay(['one']);
    test.others.lost = [paymentId];
    test.others.areReportsDown = true;
    await test.resume();
    expect(test.warnings).toEqual(['Lost reports are not found yet: OutlayError: The reports service is down.']);
    test.others.areReportsDown = false;
    for (const _ of ['first', 'later']) await test.resume();
    expect(test.others.reported).toEqual(['EXP-one', 'EXP-one']);
  });

  describe('that was interrupted', () => {
    it('is resumed, without the expenses that were paid elsewhere since', async () => {
      await test.approve('one', 'two', 'three');
      await test.interrupt('p1', ['one', 'two', 'three']);
      await test.payElsewhere('two');
      await test.resume();
      expect((await test.streams.payments.load('p1')).state).toMatchObject({
        status: 'completed',
        paid: ['one', 'three'],
        skipped: ['two'],
      });
      expect(await test.row('p1')).toMatchObject({ status: 'completed', reportRequested: true });
    });

    it('is resumed without what was deleted since', async () => {
      await test.approve('one', 'two');
      await test.interrupt('p1', ['one', 'two']);
      for (const command of [aCommand.revert(), aCommand.revise({ status: 'draft' }), aCommand.delete()]) {
        await test.streams.expenses.execute('one', system, () => command);
      }
      await test.resume();
      expect((await test.streams.payments.load('p1')).state).toMatchObject({ paid: ['two'], skipped: ['one'] });
    });

    it('does not keep the others from being resumed', async () => {
      await test.approve('two');
      const startedAt = '2026-06-15T09:00:00.000Z';
      await test.rows.create({ _id: 'lost', revision: 0, status: 'started', startedAt, reportRequested: false });
      await test.interrupt('p2', ['two']);
      await test.resume();
      expect(await test.paymentOf('two')).toBe('p2');
      expect(test.warnings).toEqual(['Payment lost is not finished yet: OutlayError: Payment not found']);
    });
  });

  describe('under an Idempotency-Key', () => {
    const reused = { code: 'IDEMPOTENCY_KEY_REUSED' };

    it('is one payment for the same expenses in any order, and refused for others', async () => {
      await test.approve('one', 'two', 'three');
      const first = await test.pay(['two', 'one'], under('key'));
      expect(await test.pay(['one', 'two'], under('key'))).toEqual(first);
      await expect(test.pay(['three'], under('key'))).rejects.toMatchObject(reused);
      await expect(test.pay(['one'], under('key'))).rejects.toMatchObject(reused);
      expect(await test.paymentOf('three')).toBeNull();
    });

    it('has the id that was bound before a crash, though the batch has changed since', async () => {
      await test.approve('one');
      const payload = { ids: ['one'], total: null, revisions: [] };
      await test.idempotency.bind(keyedRequest(payExpenses, boss.id, under('key'), payload), 'bound-before');
      expect(await test.pay(['one'], under('key'))).toEqual({
        paymentId: 'bound-before',
        paidCount: 1,
        paidTotal: '100.00',
        skipped: nothing,
      });
      expect(await test.paymentOf('one')).toBe('bound-before');
    });

    it('is refused to the same person under another key, also in a race', async () => {
      await test.approve('one', 'two');
      const paying = ['first', 'second'].map((key) => test.pay(['one'], under(key)));
      const outcomes = await Promise.allSettled(paying);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await expect(test.pay(['one'], under('third'))).rejects.toMatchObject({ code: 'ALREADY_PAID' });
      await expect(test.pay(['one'])).rejects.toMatchObject({ code: 'ALREADY_PAID' });
      await expect(test.pay(['two'], under('third'))).resolves.toMatchObject({ paidCount: 1 });
    });

    it('has the same answer at any time', async () => {
      await test.approve('one');
      const first = await test.pay(['one'], under('key'));
      test.streams.clock.advance({ hours: 24 });
      expect(await test.pay(['one'], under('key'))).toEqual(first);
    });

    it('leaves the key free when it is refused', async () => {
      await test.approve('one');
      await test.streams.submit('two');
      await expect(test.pay(['one', 'two'], under('key'))).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(test.pay(['one'], under('key'))).resolves.toMatchObject({ paidCount: 1 });
    });

    it('belongs to one person', async () => {
      await test.approve('one', 'two');
      await test.pay(['one'], under('key'));
      await expect(test.pay(['two'], under('key'), chief)).resolves.toMatchObject({ paidCount: 1 });
    });
  });
});
