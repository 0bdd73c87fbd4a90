import {
  approveExpense,
  createExpense,
  createOnBehalf,
  deleteDraft,
  findReceipt,
  listExpenses,
  payExpenses,
  recordUpload,
  type ExpenseJson,
  type ExpenseView,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { EventStoreUnavailable } from '@outlay/event-store';
import { eventually } from '@outlay/testing';
import { EXPENSES_COLLECTION } from './read-models/expense.model.js';
import { expensesOf } from './testing/expenses-of.js';
import { serviceDoubles } from './testing/service-doubles.js';
import { aSubmission as anySubmission, anna, as, ben, boss, runExpenses } from './testing/running-expenses.js';
import { aClaim, aReceipt, today } from './testing/builders.js';

const reused = {
  code: 'IDEMPOTENCY_KEY_REUSED',
  message: 'This Idempotency-Key was used for another request.',
};

describe('a request under an Idempotency-Key', () => {
  let service: Awaited<ReturnType<typeof runExpenses>>;
  beforeAll(async () => {
    service = await runExpenses(2);
  });
  afterAll(() => service.close());

  let keys = 0;
  const aKey = () => `test-key-${(keys += 1)}`;
  let files = 0;
  /** The gateway renames the receipt at each attempt. */
  const aSubmission = (...request: Parameters<typeof anySubmission>) => {
    const receipt = aReceipt({ fileName: `${(files += 1)}.pdf`, sha256: keys.toString(16).padStart(64, '0') });
    return { ...anySubmission(...request), receipt };
  };
  const under = (idempotencyKey: string, context: MessageContext) => ({ ...context, idempotencyKey });
  const fiveTimes = <T>(request: () => Promise<T>) => Promise.all(Array.from({ length: 5 }, request));
  const list = async (context: MessageContext): Promise<ExpenseJson[]> => {
    const filter = { statuses: null, user: null, category: null, q: null };
    const request = { scope: 'own', limit: 500, cursor: null, sort: 'created_at', filter, knownVersions: [] } as const;
    return expensesOf(await service.call(listExpenses, { ...request, knownVersions: [] }, context));
  };
  const approve = (id: string) =>
    service.call(approveExpense, { id, expectedRevision: null, approveAnyway: true }, boss);

  describe('for a new expense', () => {
    type Request = RequestOf<typeof createExpense>;
    const create = (key: string, request: Request, context = anna) =>
      service.call(createExpense, request, under(key, context));

    it('creates one expense for five concurrent requests and a later retry, all with the same reply', async () => {
      const who = as('retrier');
      const key = aKey();
      const replies = await fiveTimes(() => create(key, aSubmission(), who));
      replies.push(await create(key, { ...aSubmission(), today: '2026-06-16' }, who));
      for (const reply of replies) expect(reply).toEqual(replies[0]);
      expect((await list(who)).map(({ id }) => id)).toEqual([replies[0]?.expense.id]);
    });

    it.each<[string, Partial<Request>]>([
      ['status', { status: 'draft' }],
      ['amount', { details: aClaim({ amount: '100.01' }) }],
      ['justification', { details: aClaim({ justification: 'Lunch' }) }],
      ['receipt', { receipt: aReceipt({ sha256: 'bb'.repeat(32) }) }],
      ['upload', { receipt: null, uploaded: 'phone.jpg' }],
      ['override', { override: { rate: '1', reason: 'Card statement' } }],
    ])('refuses another %s under the same key and changes nothing', async (_, over) => {
      const key = aKey();
      const { expense } = await create(key, aSubmission());
      await expect(create(key, { ...aSubmission(), ...over })).rejects.toMatchObject(reused);
      expect((await create(key, aSubmission())).expense).toEqual(expense);
    });

    it('creates one of two different concurrent requests and refuses the other', async () => {
      const key = aKey();
      const who = as('twofold');
      const results = await Promise.allSettled(
        ['1.00', '2.00'].map((amount) => create(key, aSubmission({ amount }), who)),
      );
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: reused });
      expect(await list(who)).toHaveLength(1);
    });

    it('returns the expense as it is now', async () => {
      const key = aKey();
      const { expense } = await create(key, aSubmission());
      await approve(expense.id);
      expect((await create(key, aSubmission())).expense).toMatchObject({ id: expense.id, status: 'approved' });
    });

    it('needs no other service for a retry', async () => {
      const key = aKey();
      const { expense } = await create(key, aSubmission({ currency: 'USD' }));
      await approve(expense.id);
      serviceDoubles.rates.delete('USD');
      const again = await create(key, aSubmission({ currency: 'USD' }));
      serviceDoubles.rates.set('USD', '0.5');
      expect(again.expense.rate?.rate).toBe('0.5');
    });

    it('adds the expense to the read model if the first attempt crashed before that', async () => {
      const key = aKey();
      const who = as('crashed');
      const { expense } = await create(key, aSubmission(), who);
      await service.documents.collection<{ _id: string }>(EXPENSES_COLLECTION).deleteOne({ _id: expense.id });
      expect(await list(who)).toEqual([]);
      await create(key, aSubmission(), who);
      expect((await list(who)).map(({ id }) => id)).toEqual([expense.id]);
    });

    it('refuses a retry after the draft was deleted, and creates no second expense', async () => {
      const key = aKey();
      const who = as('deleter');
      const { expense } = await create(key, aSubmission({}, 'draft'), who);
      await service.call(deleteDraft, { id: expense.id, expectedRevision: null }, who);
      await expect(create(key, aSubmission({}, 'draft'), who)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'The expense this request made has been deleted since. Use another Idempotency-Key for a new one.',
      });
      await expect(create(key, aSubmission({ amount: '9.00' }, 'draft'), who)).rejects.toMatchObject(reused);
      expect(await list(who)).toEqual([]);
    });

    it('leaves the key unbound after a refusal', async () => {
      const key = aKey();
      await expect(create(key, aSubmission({ justification: '' }))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      await expect(create(key, aSubmission())).resolves.toMatchObject({ expense: { status: 'submitted' } });
    });

    it('creates another expense for another person’s key or without a key', async () => {
      const key = aKey();
      const ids = [
        (await create(key, aSubmission())).expense.id,
        (await create(key, aSubmission(), ben)).expense.id,
        (await service.call(createExpense, aSubmission(), anna)).expense.id,
        (await service.call(createExpense, aSubmission(), anna)).expense.id,
      ];
      expect(new Set(ids).size).toBe(4);
    });

    it('creates one expense on behalf of a user', async () => {
      const key = aKey();
      const createFor = (userId: string, amount = '3.00', receipt = aReceipt()) =>
        service.call(createOnBehalf, { userId, details: aClaim({ amount }), today, receipt }, under(key, boss));
      const replies = await fiveTimes(() => createFor('dora'));
      for (const reply of replies) expect(reply).toEqual(replies[0]);
      await expect(createFor('emil')).rejects.toMatchObject(reused);
      await expect(createFor('dora', '4.00')).rejects.toMatchObject(reused);
      const other = aReceipt({ sha256: 'bb'.repeat(32) });
      await expect(createFor('dora', '3.00', other)).rejects.toMatchObject(reused);
      // An upload of the same file under another name is a retry.
      await expect(createFor('dora', '3.00', aReceipt({ fileName: 'r2.pdf' }))).resolves.toEqual(replies[0]);
      expect(await list(as('dora'))).toHaveLength(1);
      expect(await list(as('emil'))).toEqual([]);
    });
  });

  describe('for a payment', () => {
    let cents = 0;
    const approved = async (): Promise<ExpenseView> => {
      cents += 1;
      const amount = `20.${String(cents).padStart(2, '0')}`;
      const { expense } = await service.call(createExpense, aSubmission({ amount }), anna);
      return (await approve(expense.id)).expense;
    };
    const pay = (key: string, expenses: readonly ExpenseView[], context = boss) =>
      service.call(payExpenses, { ids: expenses.map(({ expenseId }) => expenseId) }, under(key, context));
    const timesPaid = async ({ id }: ExpenseView) =>
      (await service.eventStore.readStream(`expense-${id}`)).filter(({ type }) => type === 'ExpensePaid').length;

    it('pays once for five concurrent requests and a later retry, all with the same payment and count', async () => {
      const key = aKey();
      const [one, two] = [await approved(), await approved()];
      const replies = await fiveTimes(() => pay(key, [one, two]));
      replies.push(await pay(key, [two, one, two]));
      for (const reply of replies) expect(reply).toEqual({ ...replies[0], paidCount: 2 });
      expect([await timesPaid(one), await timesPaid(two)]).toEqual([1, 1]);
    });

    it('refuses other expenses under the same key and pays none of them', async () => {
      const key = aKey();
      const [one, two] = [await approved(), await approved()];
      await pay(key, [one]);
      await expect(pay(key, [two])).rejects.toMatchObject(reused);
      await expect(pay(key, [one, two])).rejects.toMatchObject(reused);
      expect(await timesPaid(two)).toBe(0);
    });

    it('refuses the same batch under another key, whose retry is refused as well', async () => {
      const keys = [aKey(), aKey()];
      const [one, two] = [await approved(), await approved()];
      const replies = await Promise.allSettled(keys.map((key) => pay(key, [one, two])));
      expect(replies.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const retries = await Promise.allSettled(keys.map((key) => pay(key, [two, one])));
      expect(retries.map(({ status }) => status)).toEqual(replies.map(({ status }) => status));
      expect(retries).toContainEqual({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'ALREADY_PAID' }) as object,
      });
      expect([await timesPaid(one), await timesPaid(two)]).toEqual([1, 1]);
    });

    it('leaves the key unbound after a refusal', async () => {
      const key = aKey();
      const paid = await approved();
      await pay(aKey(), [paid]);
      const open = await approved();
      await expect(pay(key, [paid, open])).rejects.toMatchObject({ code: 'ALREADY_PAID' });
      await expect(pay(key, [open])).resolves.toMatchObject({ paidCount: 1 });
    });

    it('finishes an interrupted payment on retry', async () => {
      const key = aKey();
      const [one, two] = [await approved(), await approved()];
      const { eventStore } = service;
      const append = eventStore.append.bind(eventStore);
      eventStore.append = async (stream, ...rest) => {
        if (stream === `expense-${two.id}`) throw new EventStoreUnavailable('down');
        return append(stream, ...rest);
      };
      await expect(pay(key, [one, two])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      eventStore.append = append;
      await eventually(async () => (await timesPaid(one)) === 1);
      expect(await timesPaid(two)).toBe(0);
      const { paymentId, paidCount } = await pay(key, [one, two]);
      expect(paidCount).toBe(2);
      expect([await timesPaid(one), await timesPaid(two)]).toEqual([1, 1]);
      expect(serviceDoubles.requested.filter((request) => request.paymentId === paymentId)).toHaveLength(1);
    });
  });

  describe('for an upload', () => {
    let files = 0;
    const upload = (key: string, over: Partial<ReturnType<typeof aReceipt>> = {}, context = anna) => {
      files += 1;
      const receipt = aReceipt({ fileName: `upload-${files}.pdf`, ...over });
      return service.call(recordUpload, { receipt }, under(key, context));
    };

    it('keeps the first file name for five concurrent requests and a later retry', async () => {
      const key = aKey();
      const replies = await fiveTimes(() => upload(key));
      replies.push(await upload(key, { originalName: 'scan.pdf', fileName: 'late.pdf' }));
      for (const reply of replies) expect(reply).toEqual(replies[0]);
      const { fileName = '' } = replies[0]?.receipt ?? {};
      await expect(service.call(findReceipt, { fileName }, anna)).resolves.toMatchObject(replies[0] ?? {});
      await expect(service.call(findReceipt, { fileName: 'late.pdf' }, anna)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    });

    it('refuses another content under the same key', async () => {
      const key = aKey();
      await upload(key);
      const other = { sha256: 'cc'.repeat(32), fileName: 'other.png', contentType: 'image/png' };
      await expect(upload(key, other)).rejects.toMatchObject(reused);
      await expect(service.call(findReceipt, { fileName: 'other.png' }, anna)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    });

    it('records another upload for another person’s key', async () => {
      const key = aKey();
      const mine = await upload(key);
      const theirs = await upload(key, {}, ben);
      expect(theirs.receipt.fileName).not.toBe(mine.receipt.fileName);
    });
  });
});
