import {
  approveExpense,
  createExpense,
  createOnBehalf,
  findReceipt,
  listExpenses,
  recordUpload,
  type ExpenseJson,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { EXPENSES_COLLECTION } from './read-models/expense.model.js';
import { expensesOf } from './testing/expenses-of.js';
import { serviceDoubles } from './testing/service-doubles.js';
import { aSubmission as anySubmission, anna, as, boss, runExpenses } from './testing/running-expenses.js';
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
  });
});
