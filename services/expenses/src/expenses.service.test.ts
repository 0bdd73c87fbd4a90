import {
  approveExpense,
  auditExpense,
  createExpense,
  createOnBehalf,
  deleteDraft,
  findDuplicates,
  findReceipt,
  getPayment,
  listExpenses,
  payExpenses,
  recordUpload,
  rejectExpense,
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

  it('converts with the server’s rate, rounded half up once', async () => {
    const expense = await submit({ currency: 'KES', amount: '1234.00' });
    expect(expense).toMatchObject({ reimbursementAmount: '9.26', rate: { rate: '0.0075', source: 'test' } });
  });

  it('saves a draft without a rate, and refuses a submission in the same currency', async () => {
    const draft = await service.call(createExpense, aSubmission({ currency: 'NGN' }, 'draft'), anna);
    expect(draft.expense).toMatchObject({ status: 'draft', rate: null, reimbursementAmount: null });
    await expect(submit({ currency: 'NGN' })).rejects.toMatchObject({ code: 'RATE_NOT_AVAILABLE' });
  });

  it('keeps the stored rate until amount, currency or date change', async () => {
    const expense = await submit({ currency: 'USD', amount: '10.00' });
    serviceDoubles.rates.set('USD', '0.6');
    const revise = (over: object) =>
      service.call(
        reviseExpense,
        {
          ...aSubmission({ currency: 'USD', amount: '10.00', ...over }),
          receipt: null,
          id: expense.expenseId,
          removeReceipt: false,
          expectedRevision: null,
        },
        anna,
      );
    expect((await revise({ justification: 'Lunch' })).expense.rate?.rate).toBe('0.5');
    expect((await revise({ amount: '20.00' })).expense).toMatchObject({
      rate: { rate: '0.6' },
      reimbursementAmount: '12.00',
    });
    serviceDoubles.rates.set('USD', '0.5');
  });

  it('finds a person’s own expense by id, expense_id and unique_id, and hides it from others', async () => {
    const expense = await submit();
    for (const ref of [expense.id, expense.expenseId, expense.uniqueId]) {
      expect((await service.call(auditExpense, { id: ref, asOf: null }, anna)).entries).toHaveLength(2);
    }
    await expect(service.call(auditExpense, { id: expense.id, asOf: null }, ben)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(service.call(findReceipt, { fileName: expense.receipt?.fileName ?? '' }, ben)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(service.call(findReceipt, { fileName: expense.receipt?.fileName ?? '' }, boss)).resolves.toMatchObject(
      { receipt: expense.receipt },
    );
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

  it('warns of a duplicate at submission, and approves it only after the reviewer has seen the duplicates', async () => {
    const who = as('repeater');
    const first = await approved({ amount: '77.70' }, who);
    const { expense, duplicateWarning } = await service.call(createExpense, aSubmission({ amount: '77.70' }), who);
    expect(duplicateWarning).toMatchObject({ expenseId: first.expenseId });
    expect((await list(who)).find(({ id }) => id === expense.id)?.duplicate_count).toBe(1);
    await expect(approve(expense)).rejects.toMatchObject({ code: 'POSSIBLE_DUPLICATE' });
    expect(
      (await service.call(findDuplicates, { id: expense.id }, boss)).duplicates.map(({ expense: { id } }) => id),
    ).toEqual([first.id]);
    // The documented approval has no body, so looking at the duplicates counts as knowing them.
    await expect(approve(expense)).resolves.toMatchObject({ expense: { status: 'approved' } });
    const { entries } = await service.call(auditExpense, { id: expense.id, asOf: null }, boss);
    expect(entries.map(({ action }) => action)).toEqual(['created', 'updated', 'duplicate_dismissed', 'approved']);
  });

  it('a rejected claim that is corrected and resubmitted keeps its whole trail', async () => {
    const expense = await submit({ amount: '50.00' });
    await service.call(rejectExpense, { id: expense.id, expectedRevision: null, reason: 'Unreadable' }, boss);
    await service.call(
      reviseExpense,
      { ...aSubmission({ amount: '45.00' }), id: expense.id, removeReceipt: false, expectedRevision: null },
      anna,
    );
    const { entries } = await service.call(auditExpense, { id: expense.id, asOf: null }, anna);
    expect(entries.map(({ action, fieldName, changedByEmail }) => [action, fieldName, changedByEmail])).toEqual([
      ['created', null, 'anna@example.org'],
      ['updated', 'receipt', 'anna@example.org'],
      ['rejected', 'status', 'boss@example.org'],
      ['status_changed', 'status', 'anna@example.org'],
      ['updated', 'amount', 'anna@example.org'],
      ['updated', 'reimbursement_amount', 'anna@example.org'],
      ['updated', 'receipt', 'anna@example.org'],
      ['updated', 'receipt', 'anna@example.org'],
    ]);
  });

  it('a deleted draft is in no list', async () => {
    const { expense } = await service.call(createExpense, aSubmission({}, 'draft'), ben);
    await service.call(deleteDraft, { id: expense.expenseId, expectedRevision: null }, ben);
    expect((await list(ben)).map(({ id }) => id)).not.toContain(expense.id);
    await expect(service.call(auditExpense, { id: expense.id, asOf: null }, ben)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('a deletion can be repeated by any id of the draft', async () => {
    const { expense } = await service.call(createExpense, aSubmission({}, 'draft'), ben);
    for (const id of [expense.expenseId, expense.id, expense.expenseId, `expense-${expense.id}`]) {
      expect(await service.call(deleteDraft, { id, expectedRevision: null }, ben)).toEqual({ deleted: true });
    }
  });

  it('an upload becomes the receipt of its owner’s claim only', async () => {
    const receipt = aReceipt({ fileName: 'phone.jpg', contentType: 'image/jpeg' });
    await service.call(recordUpload, { receipt }, anna);
    const request = { ...aSubmission(), receipt: null, uploaded: 'phone.jpg' };
    const refused = {
      code: 'INVALID_INPUT',
      message: 'Failed to load uploaded file: it was not found. Please upload manually.',
    };
    await expect(service.call(createExpense, request, ben)).rejects.toMatchObject(refused);
    const unknown = { ...request, uploaded: 'unknown.jpg' };
    await expect(service.call(createExpense, unknown, anna)).rejects.toMatchObject(refused);
    await expect(service.call(createExpense, request, anna)).resolves.toMatchObject({ expense: { receipt } });
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

    it('ten concurrent payments of the same batch are one payment', async () => {
      const batch = [
        await approved({ amount: '1.01' }),
        await approved({ amount: '1.02' }),
        await approved({ amount: '1.03' }),
      ];
      const results = await Promise.all(Array.from({ length: 10 }, () => pay(batch)));
      expect(new Set(results.map(({ paymentId }) => paymentId)).size).toBe(1);
      for (const { id } of batch) {
        const events = await service.eventStore.readStream(`expense-${id}`);
        expect(events.filter(({ type }) => type === 'ExpensePaid')).toHaveLength(1);
      }
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

    it('refuses a mixed batch and names the offending expenses', async () => {
      const [mine, his, submitted] = [
        await approved({ amount: '3.01' }),
        await approved({ amount: '3.02' }, ben),
        await submit({ amount: '3.03' }),
      ];
      await expect(pay([mine, his])).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { expenseIds: [his.expenseId] },
      });
      await expect(pay([mine, submitted])).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { expenseIds: [submitted.expenseId] },
      });
      expect((await list()).find(({ id }) => id === mine.id)?.status).toBe('approved');
    });

    it('refuses to pay one’s own expense while there is another super admin', async () => {
      const own = await submit({ amount: '4.01' }, boss);
      const other = as('other', 'super_admin');
      await service.call(approveExpense, { id: own.id, expectedRevision: null, approveAnyway: false }, other);
      await expect(pay([own])).rejects.toMatchObject({ code: 'OWN_EXPENSE' });
      serviceDoubles.superAdmins = 1;
      await expect(pay([own])).resolves.toMatchObject({ paidCount: 1 });
      serviceDoubles.superAdmins = 2;
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

  it('pages neither repeat nor skip expenses while new ones are submitted', async () => {
    const who = as('pager');
    const first = await Promise.all(Array.from({ length: 25 }, (_, i) => submit({ amount: `${i + 1}.50` }, who)));
    const seen: string[] = [];
    for (let cursor: string | null = null; ;) {
      const page = await aPage({ cursor }, who);
      seen.push(...page.expenses.map(({ id }) => id));
      await submit({ amount: '0.50' }, who);
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    expect(seen.filter((id) => first.some((expense) => expense.id === id))).toHaveLength(25);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
