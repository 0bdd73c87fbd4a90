import {
  approveExpense,
  auditExpense,
  createExpense,
  createOnBehalf,
  deleteDraft,
  getPayment,
  listExpenses,
  payExpenses,
  recordUpload,
  reviseExpense,
  type ExpenseView,
  type RequestOf,
} from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { EXPENSES_COLLECTION } from './read-models/expense.model.js';
import { rebuildReadModel } from './projections/rebuild.js';
import { expensesOf } from './testing/expenses-of.js';
import { serviceDoubles } from './testing/service-doubles.js';
import { aSubmission, anna, as, ben, boss, runExpenses } from './testing/running-expenses.js';
import { aClaim, aReceipt, today } from './testing/builders.js';

describe('the expenses service', () => {
  let service: Awaited<ReturnType<typeof runExpenses>>;
  beforeAll(async () => {
    service = await runExpenses(2);
  });
  afterAll(() => service.close());

  const aPage = async (over: Partial<RequestOf<typeof listExpenses>> = {}, context = anna) => {
    const filter = { statuses: null, user: null, category: null, q: null };
    const request: RequestOf<typeof listExpenses> = {
      scope: 'own',
      limit: 4,
      cursor: null,
      sort: 'created_at',
      filter,
      knownVersions: [],
    };
    const page = await service.call(listExpenses, { ...request, ...over }, context);
    return { ...page, expenses: expensesOf(page) };
  };
  const list = async (context = anna) => (await aPage({ limit: 500 }, context)).expenses;
  const submit = async (over = {}, context = anna): Promise<ExpenseView> =>
    (await service.call(createExpense, aSubmission(over), context)).expense;
  const approve = (expense: ExpenseView) =>
    service.call(approveExpense, { id: expense.id, expectedRevision: null, approveAnyway: false }, boss);
  const approved = async (over = {}, context = anna) => {
    const expense = await submit(over, context);
    await approve(expense);
    return expense;
  };

  it('a person reads their own writes from every instance', async () => {
    const who = as('reader');
    for (let i = 1; i <= 20; i += 1) {
      const { id } = await submit({ amount: `${i}.00` }, who);
      expect((await list(who)).map((expense) => expense.id)).toContain(id);
    }
  });

  it('approves a claim whose receipt was damaged only after it is repaired', async () => {
    const receipt = aReceipt({ fileName: 'damaged.pdf', sha256: 'dd'.repeat(32) });
    const { expense } = await service.call(createExpense, { ...aSubmission({ amount: '66.60' }), receipt }, anna);
    service.damagedReceipts.add(receipt.sha256);
    await expect(approve(expense)).rejects.toMatchObject({ code: 'RECEIPT_DAMAGED' });
    service.damagedReceipts.clear();
    await expect(approve(expense)).resolves.toMatchObject({ expense: { status: 'approved' } });
  });

  it('saves a draft without a rate, and refuses a submission in the same currency', async () => {
    const draft = await service.call(createExpense, aSubmission({ currency: 'NGN' }, 'draft'), anna);
    expect(draft.expense).toMatchObject({ status: 'draft', rate: null, reimbursementAmount: null });
    await expect(submit({ currency: 'NGN' })).rejects.toMatchObject({ code: 'RATE_NOT_AVAILABLE' });
  });

  it('only super admins review', async () => {
    const expense = await submit();
    await expect(
      service.call(approveExpense, { id: expense.id, expectedRevision: null, approveAnyway: false }, ben),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(aPage({ scope: 'all' }, ben)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('a deletion can be repeated by any id of the draft', async () => {
    const { expense } = await service.call(createExpense, aSubmission({}, 'draft'), ben);
    for (const id of [expense.expenseId, expense.id, expense.expenseId, `expense-${expense.id}`]) {
      expect(await service.call(deleteDraft, { id, expectedRevision: null }, ben)).toEqual({ deleted: true });
    }
  });

  describe('an upload', () => {
    let count = 0;
    const upload = async () => {
      const { receipt } = await service.call(
        recordUpload,
        { receipt: aReceipt({ fileName: `shortcut-${(count += 1)}.jpg` }) },
        anna,
      );
      return { ...aSubmission({}, 'draft'), receipt: null, uploaded: receipt.fileName };
    };
    const create = (request: RequestOf<typeof createExpense>, idempotencyKey?: string) =>
      service.call(createExpense, request, { ...anna, ...(idempotencyKey && { idempotencyKey }) });
    const revise = (id: string, request: RequestOf<typeof createExpense>) =>
      service.call(reviseExpense, { ...request, id, removeReceipt: false, expectedRevision: null }, anna);
    const refused = (expenseId: string) => ({
      code: 'INVALID_INPUT',
      message: `Failed to load uploaded file: it belongs to ${expenseId}. Please upload manually.`,
    });

    it('belongs to one claim, and no other claim can name it', async () => {
      const request = await upload();
      const { expense } = await create(request);
      const { expense: other } = await create(aSubmission({}, 'draft'));
      await expect(create(request)).rejects.toMatchObject(refused(expense.expenseId));
      service.clock.advance({ seconds: 60 });
      await expect(create(request)).rejects.toMatchObject(refused(expense.expenseId));
      await expect(revise(other.id, request)).rejects.toMatchObject(refused(expense.expenseId));
      await expect(revise(expense.id, request)).resolves.toMatchObject({ expense: { receipt: expense.receipt } });
    });

    it('can be named again by a retry', async () => {
      const request = await upload();
      const { expense } = await create(request, 'a key of its own');
      await expect(create(request, 'a key of its own')).resolves.toMatchObject({ expense: { id: expense.id } });
    });

    it('named by twenty claims at once becomes the receipt of one', async () => {
      const request = await upload();
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => create(request)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('is not used up by a claim that is refused', async () => {
      const request = await upload();
      const invalid = { ...request, status: 'submitted' as const, details: aClaim({ justification: '' }) };
      await expect(create(invalid)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      await expect(create(request)).resolves.toMatchObject({ expense: { status: 'draft' } });
    });

    it('is still bound right after its draft lost it', async () => {
      const request = await upload();
      const { expense } = await create(request);
      const withoutReceipt = { ...aSubmission({}, 'draft'), receipt: null, id: expense.id };
      await service.call(reviseExpense, { ...withoutReceipt, removeReceipt: true, expectedRevision: null }, anna);
      await expect(create(request)).rejects.toMatchObject(refused(expense.expenseId));
    });

    it('is free again when its draft is deleted, or soon after it has another receipt', async () => {
      const request = await upload();
      const { expense: deleted } = await create(request);
      await service.call(deleteDraft, { id: deleted.id, expectedRevision: null }, anna);
      const { expense: replaced } = await create(request);
      await revise(replaced.id, aSubmission({}, 'draft'));
      await expect(create(request)).rejects.toMatchObject(refused(replaced.expenseId));
      service.clock.advance({ seconds: 60 });
      await expect(create(request)).resolves.toMatchObject({ expense: { receipt: { fileName: request.uploaded } } });
    });
  });

  it('an expense created on behalf of a user names the super admin in its trail', async () => {
    const { expense } = await service.call(
      createOnBehalf,
      { userId: 'cleo', details: aClaim({ classification: null }), today, receipt: aReceipt() },
      boss,
    );
    expect(expense).toMatchObject({ userId: 'cleo', status: 'submitted', receipt: aReceipt(), noReceipt: false });
    const { entries } = await service.call(auditExpense, { id: expense.id, asOf: null }, boss);
    for (const { changedByEmail } of entries) expect(changedByEmail).toBe('boss@example.org');
  });

  describe('paying', () => {
    const pay = (expenses: readonly ExpenseView[], context = boss) =>
      service.call(payExpenses, { ids: expenses.map(({ expenseId }) => expenseId) }, context);

    it('pays a batch, requests its report once, and returns the expenses as they were paid', async () => {
      const batch = [await approved({ amount: '10.10' }), await approved({ amount: '20.20' })];
      const { paymentId, paidCount } = await pay(batch);
      expect(paidCount).toBe(2);
      expect(serviceDoubles.requested.filter((request) => request.paymentId === paymentId)).toMatchObject([
        { totalAmount: '30.30', userId: 'anna' },
      ]);
      const payment = await service.call(
        getPayment,
        { paymentId, offset: 0, limit: 500 },
        { actor: null, correlationId: 'worker' },
      );
      expect(payment.expenses.map(({ id, status }) => [id, status])).toEqual(batch.map(({ id }) => [id, 'paid']));
      expect(payment.computations).toEqual([
        expect.stringMatching(/^10\.10 EUR × .* → 10\.10 EUR, half up$/),
        expect.stringMatching(/^20\.20 EUR × .* → 20\.20 EUR, half up$/),
      ]);
      expect(payment.heads).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
    });

    it('overlapping batches pay each expense once', async () => {
      const [a, b, c] = [
        await approved({ amount: '2.01' }),
        await approved({ amount: '2.02' }),
        await approved({ amount: '2.03' }),
      ];
      if (!a || !b || !c) throw new Error('three were approved');
      await Promise.allSettled([pay([a, b]), pay([b, c]), pay([c, a])]);
      for (const { id } of [a, b, c]) {
        const events = await service.eventStore.readStream(`expense-${id}`);
        expect(events.filter(({ type }) => type === 'ExpensePaid')).toHaveLength(1);
      }
    });

    it('succeeds while the reports service is down, and requests the report later', async () => {
      serviceDoubles.reportsDown = true;
      const { paymentId } = await pay([await approved({ amount: '5.01' })]);
      serviceDoubles.reportsDown = false;
      expect(serviceDoubles.requested.some((request) => request.paymentId === paymentId)).toBe(false);
      service.resumePayments();
      await eventually(() => serviceDoubles.requested.some((request) => request.paymentId === paymentId));
    });
  });

  it('the read model equals a replay and can be rebuilt while the service runs', async () => {
    expect(await service.findings()).toEqual([]);
    const before = await list();
    await rebuildReadModel(service.documents, service.eventStore);
    expect(await list()).toEqual(before);
    await submit({ amount: '6.66' });
    expect(await service.findings()).toEqual([]);
  });

  it('a rebuild does not lose the claim that arrives between its last look and the swap', async () => {
    const { eventStore } = service;
    let late: ExpenseView | null = null;
    const lastLook = Object.create(eventStore, {
      readAll: {
        value: async (options: Parameters<typeof eventStore.readAll>[0]) => {
          const batch = await eventStore.readAll(options);
          if (batch.length === 0) late ??= await submit({ amount: '12.34' });
          return batch;
        },
      },
    }) as typeof eventStore;
    await rebuildReadModel(service.documents, lastLook);
    expect(late).not.toBeNull();
    expect(await service.findings()).toEqual([]);
  });

  it('a row changed behind the events’ back is found', async () => {
    const { id } = await submit({ amount: '9.99' });
    await service.documents
      .collection(EXPENSES_COLLECTION)
      .updateOne({ _id: id as never }, { $set: { status: 'paid' } });
    expect(await service.findings()).toEqual([`read-model-differs:${EXPENSES_COLLECTION}/${id}`]);
    await rebuildReadModel(service.documents, service.eventStore);
  });
});
