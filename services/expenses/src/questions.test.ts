import {
  answerQuestion,
  approveExpense,
  askAboutExpense,
  auditExpense,
  createExpense,
  listExpenses,
  reviseExpense,
  summarizeExpenses,
  type ExpenseJson,
  type ExpenseView,
} from '@outlay/contracts';
import { serviceDoubles } from './testing/service-doubles.js';
import { anna, aSubmission, as, ben, boss, runExpenses } from './testing/running-expenses.js';

const chief = as('chief', 'super_admin');

describe('a question about a claim', () => {
  let service: Awaited<ReturnType<typeof runExpenses>>;
  beforeAll(async () => {
    service = await runExpenses();
  });
  afterAll(() => service.close());

  let amount = 20;
  const submit = async (): Promise<ExpenseView> => {
    amount += 1;
    return (await service.call(createExpense, aSubmission({ amount: `${amount}.00` }), anna)).expense;
  };
  const ask = async ({ id }: ExpenseView, question = 'Whose dinner?', context = boss, expectedRevision?: number) =>
    (await service.call(askAboutExpense, { id, question, expectedRevision: expectedRevision ?? null }, context))
      .expense;
  const answer = async ({ id }: ExpenseView, text = 'Mine', context = anna) =>
    (await service.call(answerQuestion, { id, answer: text, expectedRevision: null }, context)).expense;
  const approve = async ({ id }: ExpenseView, context = boss) =>
    (await service.call(approveExpense, { id, expectedRevision: null, approveAnyway: true }, context)).expense;
  const trail = async ({ id }: ExpenseView, context = anna) =>
    (await service.call(auditExpense, { id, asOf: null }, context)).entries.slice(2);
  /** The codes of the refused ones. */
  const refusals = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.flatMap((result) => (result.status === 'rejected' ? (result.reason as { code: string }).code : []));

  it('keeps the claim from approval until its owner answers, and stands in the trail with the answer', async () => {
    const expense = await submit();
    const asked = await ask(expense);
    expect(asked).toMatchObject({
      status: 'submitted',
      question: { text: 'Whose dinner?', askedByEmail: 'boss@example.org', answer: null },
    });
    await expect(approve(expense, chief)).rejects.toMatchObject({
      code: 'QUESTION_OPEN',
      message: 'This expense waits for anna Tester to answer a question from boss@example.org.',
    });
    await expect(answer(expense, 'Mine', ben)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ask(expense, 'And whose?', anna)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await answer(expense)).question).toMatchObject({ text: 'Whose dinner?', answer: { text: 'Mine' } });
    expect(await approve(expense, chief)).toMatchObject({ status: 'approved', question: null });
    expect(await trail(expense)).toMatchObject([
      { action: 'question_asked', newValue: 'Whose dinner?', changedByEmail: 'boss@example.org' },
      { action: 'question_answered', newValue: 'Mine', changedByEmail: 'anna@example.org' },
      { action: 'approved' },
    ]);
  });

  it('is in the list of its owner and of super admins', async () => {
    const expense = await ask(await submit(), 'Who else?');
    const filter = { statuses: null, user: null, category: null, q: null };
    const request = { limit: 500, cursor: null, sort: 'created_at' as const, filter, knownVersions: [] };
    for (const [scope, context] of [
      ['own', anna],
      ['all', boss],
    ] as const) {
      const { expenses } = await service.call(listExpenses, { ...request, scope, ids: [expense.id] }, context);
      const listed = JSON.parse(new TextDecoder().decode(expenses ?? undefined)) as ExpenseJson[];
      expect(listed).toMatchObject([{ id: expense.id, question: { text: 'Who else?', answer: null } }]);
    }
    const waiting = async () => {
      const waits = { ...request, filter: { ...filter, waiting: 'yes' as const }, scope: 'all' as const };
      const { expenses } = await service.call(listExpenses, waits, boss);
      return (JSON.parse(new TextDecoder().decode(expenses ?? undefined)) as ExpenseJson[]).map(({ id }) => id);
    };
    expect(await waiting()).toContain(expense.id);
    await answer(expense);
    expect(await waiting()).not.toContain(expense.id);
  });

  it('that mentions others is listed for each of them until the claim is decided', async () => {
    for (const id of ['chief', 'kim']) serviceDoubles.accounts.set(id, { role: 'super_admin' });
    const expense = await submit();
    const mention = (mentioned: string[], question = 'Which client?') =>
      service.call(askAboutExpense, { id: expense.id, question, mentioned, expectedRevision: null }, boss);
    const listed = async (mentioned: string, scope: 'own' | 'all' = 'all', context = chief) => {
      const filter = { statuses: null, user: null, category: null, q: null, mentioned };
      const request = { limit: 500, cursor: null, sort: 'created_at' as const, filter, knownVersions: [], scope };
      const { expenses } = await service.call(listExpenses, request, context);
      const { totals } = await service.call(summarizeExpenses, { scope, filter }, context);
      const rows = JSON.parse(new TextDecoder().decode(expenses ?? undefined)) as ExpenseJson[];
      expect(totals.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
      return rows.map(({ id }) => id);
    };
    await mention(['chief', 'kim', 'chief']);
    await mention(['kim', 'chief']);
    const people = ['chief', 'kim'].map((id) => ({ id, name: `${id} Tester`, email: `${id}@example.org` }));
    expect((await trail(expense)).map(({ changeSummary }) => changeSummary)).toEqual([
      'Asked, mentioning chief Tester, kim Tester: Which client?',
    ]);
    for (const who of ['chief', 'kim', ' KIM@example.org']) expect(await listed(who)).toEqual([expense.id]);
    for (const who of ['chie', 'boss', '.*', '']) expect(await listed(who)).toEqual([]);
    expect((await answer(expense)).question).toMatchObject({ mentioned: people });
    expect(await listed('chief')).toEqual([expense.id]);
    await approve(expense, chief);
    expect(await listed('chief')).toEqual([]);
  });

  it.each([
    ['a member', 'ben', undefined],
    ['a partner', 'pat', { role: 'partner' as const }],
    ['an auditor', 'ida', { role: 'auditor' as const }],
    ['a super admin who was deactivated', 'gone', { role: 'super_admin' as const, status: 'inactive' as const }],
    ['an unknown id', 'nobody', null],
    ['oneself', 'boss', { role: 'super_admin' as const }],
  ])('does not mention %s', async (_, id, account) => {
    if (account !== undefined) serviceDoubles.accounts.set(id, account);
    const expense = await submit();
    const request = { id: expense.id, question: 'Why?', mentioned: [id], expectedRevision: null };
    await expect(service.call(askAboutExpense, request, boss)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: [expect.objectContaining({ field: 'mentioned' })],
    });
    expect(await trail(expense)).toEqual([]);
  });

  it('is asked and answered once, however often and at once the same is sent', async () => {
    const expense = await submit();
    const { revision } = expense;
    await Promise.all([1, 2, 3].map(() => ask(expense, 'Which one?', boss, revision)));
    await Promise.all([1, 2, 3].map(() => answer(expense, 'That one')));
    await ask(expense, 'Which one?', boss, revision);
    expect((await trail(expense)).map(({ action }) => action)).toEqual(['question_asked', 'question_answered']);
  });

  it('has one answer when two are sent at once', async () => {
    const expense = await ask(await submit());
    const results = await Promise.allSettled([answer(expense, 'Mine'), answer(expense, 'Yours')]);
    expect(refusals(results)).toEqual(['CONFLICT']);
  });

  it('or the approval comes first when both are sent at once, and never both', async () => {
    const expense = await submit();
    const results = await Promise.allSettled([ask(expense, 'Why?', chief), approve(expense)]);
    const [refused, ...others] = refusals(results);
    expect(['QUESTION_OPEN', 'CONFLICT']).toContain(refused);
    expect(others).toEqual([]);
    expect((await trail(expense)).map(({ action }) => action)).toEqual([
      refused === 'CONFLICT' ? 'approved' : 'question_asked',
    ]);
  });

  it('is closed by an edit of the owner', async () => {
    const expense = await ask(await submit());
    const form = { ...aSubmission({ amount: '19.00' }), id: expense.id, removeReceipt: false, expectedRevision: null };
    const { expense: revised } = await service.call(reviseExpense, form, anna);
    expect(revised).toMatchObject({ status: 'submitted', question: null });
    await expect(answer(expense)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await approve(expense)).toMatchObject({ status: 'approved' });
  });
});
