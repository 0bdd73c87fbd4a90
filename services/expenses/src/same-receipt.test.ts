import {
  amendExpense,
  approveExpense,
  auditExpense,
  createExpense,
  findDuplicates,
  foreseeDuplicate,
  listExpenses,
  rejectExpense,
  reviseExpense,
  type ExpenseView,
} from '@outlay/contracts';
import { hash } from 'node:crypto';
import { expensesOf } from './testing/expenses-of.js';
import { aReceipt } from './testing/builders.js';
import { aSubmission, anna, as, ben, boss, runExpenses } from './testing/running-expenses.js';

const chief = as('chief', 'super_admin');

describe('a receipt that is on another claim', () => {
  let service: Awaited<ReturnType<typeof runExpenses>>;
  beforeAll(async () => {
    service = await runExpenses(2);
  });
  afterAll(() => service.close());

  let used = 0;
  const newHash = () => hash('sha256', `receipt ${(used += 1)}`);
  const save = (sha256: string, context = anna, amount = `${(used += 1)}.00`, status?: 'draft') => {
    const submission = aSubmission({ amount, justification: `Claim of ${amount}` }, status);
    const receipt = aReceipt({ fileName: `${amount}.pdf`, sha256 });
    return service.call(createExpense, { ...submission, receipt }, context);
  };
  const approve = ({ id }: ExpenseView, approveAnyway = false, by = boss) =>
    service.call(approveExpense, { id, expectedRevision: null, approveAnyway }, by);
  const duplicatesOf = async ({ id }: ExpenseView) =>
    (await service.call(findDuplicates, { id }, boss)).duplicates.map((duplicate) => ({
      id: duplicate.expense.expense_id,
      of: duplicate.expense.user_id,
      figures: duplicate.sameFigures,
      receipt: duplicate.sameReceipt,
    }));
  const counts = async (scope: 'own' | 'all', context = anna) => {
    const filter = { statuses: null, user: null, category: null, q: null };
    const request = { scope, limit: 200, cursor: null, sort: 'created_at' as const, filter, knownVersions: [] };
    const page = await service.call(listExpenses, request, context);
    return new Map(expensesOf(page).map((expense) => [expense.id, expense.duplicate_count]));
  };

  it('is named to its owner if the other claim is their own', async () => {
    const sha256 = newHash();
    const first = await save(sha256);
    expect(first.duplicateWarning).toBeUndefined();
    const again = await save(sha256);
    expect(again.duplicateWarning).toEqual({
      expenseId: first.expense.expenseId,
      justification: first.expense.justification,
      message: `Possible duplicate: ${first.expense.expenseId} has the same receipt.`,
    });
    expect(again.expense.duplicateCount).toBe(1);
    const draft = await save(sha256, anna, '1000.00', 'draft');
    expect(draft.expense.duplicateCount).toBe(2);
    const listed = await counts('own');
    expect([first, again, draft].map(({ expense }) => listed.get(expense.id))).toEqual([1, 1, 2]);
  });

  it('is named together with the same figures', async () => {
    const sha256 = newHash();
    const { expense: first } = await save(sha256, anna, '77.01');
    await approve(first);
    expect((await save(sha256, anna, '77.01')).duplicateWarning?.message).toBe(
      `Possible duplicate: ${first.expenseId} has the same date, amount and currency, and the same receipt.`,
    );
  });

  it('does not tell whose the other claim is, except to reviewers', async () => {
    const sha256 = newHash();
    const { expense: hers } = await save(sha256, anna);
    const { expense: his, duplicateWarning } = await save(sha256, ben);
    expect(duplicateWarning).toEqual({
      expenseId: null,
      justification: null,
      message: 'This receipt was submitted before.',
    });
    expect(await duplicatesOf(his)).toEqual([{ id: hers.expenseId, of: 'anna', figures: false, receipt: true }]);
    expect((await counts('own', ben)).get(his.id)).toBe(1);
    expect((await counts('all', boss)).get(hers.id)).toBe(1);
  });

  describe('before it is sent', () => {
    const foresee = (sha256: string | null, context = anna, figures: { amount?: string; id?: string } = {}) => {
      const { amount = null, id = null } = figures;
      const { date, currency } = aSubmission({}).details;
      return service.call(
        foreseeDuplicate,
        { id, date, amount, currency, receiptSha256s: sha256 === null ? [] : [sha256] },
        context,
      );
    };
    const reject = ({ id }: ExpenseView) =>
      service.call(rejectExpense, { id, expectedRevision: null, reason: 'Unreadable' }, boss);

    it.each([
      ['a draft', 'draft'],
      ['a submitted one', undefined],
    ] as const)('is named to its owner as the one of their own claim, %s', async (_, status) => {
      const sha256 = newHash();
      const { expense } = await save(sha256, anna, undefined, status);
      const named = { expenseId: expense.expenseId, justification: expense.justification };
      expect(await foresee(sha256)).toEqual({
        sameFigures: null,
        sameReceipt: { ...named, message: `${expense.expenseId} has the same receipt.` },
      });
      const amount = expense.amount ?? '';
      expect(await foresee(null, anna, { amount })).toEqual({
        sameFigures: { ...named, message: `${expense.expenseId} has the same date, amount and currency.` },
        sameReceipt: null,
      });
      expect((await foresee(null, ben, { amount })).sameFigures).toBeNull();
    });

    it('does not repeat itself', async () => {
      const sha256 = newHash();
      const { expense } = await save(sha256);
      const amount = expense.amount ?? '';
      for (const id of [expense.id, expense.expenseId, expense.expenseId.toLowerCase()]) {
        expect(await foresee(sha256, anna, { id, amount })).toEqual({ sameFigures: null, sameReceipt: null });
      }
    });

    it('says of the claim of another person only that there is one, whatever is asked', async () => {
      const sha256 = newHash();
      const { expense } = await save(sha256);
      const before = { expenseId: null, justification: null, message: 'This receipt was submitted before.' };
      for (const id of [undefined, expense.id, expense.expenseId, 'EXP-0000000000', '']) {
        expect(await foresee(sha256, ben, { id, amount: expense.amount ?? '' })).toEqual({
          sameFigures: null,
          sameReceipt: before,
        });
      }
    });

    it('is unknown while others have only drafts with it, and once it was rejected', async () => {
      const sha256 = newHash();
      await save(sha256, anna, undefined, 'draft');
      expect((await foresee(sha256, ben)).sameReceipt).toBeNull();
      const sent = newHash();
      const { expense } = await save(sent);
      await reject(expense);
      expect(await foresee(sent, ben, { amount: expense.amount ?? '' })).toEqual({
        sameFigures: null,
        sameReceipt: null,
      });
      expect(await foresee(sent, anna, { amount: expense.amount ?? '' })).toEqual({
        sameFigures: null,
        sameReceipt: null,
      });
    });

    it('is named by the claim that is furthest, before those of others', async () => {
      const sha256 = newHash();
      await save(sha256, ben);
      const { expense: approved } = await save(sha256, anna, '812.00');
      await approve(approved, true);
      await save(sha256, anna, '812.00');
      await save(sha256, anna, '812.00', 'draft');
      const { sameFigures, sameReceipt } = await foresee(sha256, anna, { amount: '812.00' });
      expect([sameFigures?.expenseId, sameReceipt?.expenseId]).toEqual([approved.expenseId, approved.expenseId]);
    });
  });

  it('is named in the trail to reviewers only, once it was approved anyway', async () => {
    const sha256 = newHash();
    const { expense: first } = await save(sha256, ben);
    const { expense: hers } = await save(sha256, anna);
    const { expense: his } = await save(sha256, ben);
    await approve(his, true);
    const dismissed = async (context = boss) => {
      const { entries } = await service.call(auditExpense, { id: his.id, asOf: null }, context);
      return entries
        .find(({ action }) => action === 'duplicate_dismissed')
        ?.newValue?.split(', ')
        .sort();
    };
    expect(await dismissed()).toEqual([first.expenseId, hers.expenseId].sort());
    expect(await dismissed(ben)).toEqual([first.expenseId, "another person's claim"]);
  });

  it('must be dismissed before an approval, whoever decides first', async () => {
    const sha256 = newHash();
    const { expense: hers } = await save(sha256, anna);
    const { expense: his } = await save(sha256, ben);
    await expect(approve(hers)).rejects.toMatchObject({
      code: 'POSSIBLE_DUPLICATE',
      message: `Potential duplicate detected: ${his.expenseId} has the same receipt.`,
      details: { duplicates: [his.expenseId] },
    });
    await approve(hers, true);
    await expect(approve(his)).rejects.toMatchObject({ details: { duplicates: [hers.expenseId] } });
    await duplicatesOf(his);
    await expect(approve(his)).resolves.toMatchObject({ expense: { status: 'approved' } });
  });

  it('is asked about again when an approved claim is amended', async () => {
    const sha256 = newHash();
    const { expense: hers } = await save(sha256, anna);
    await approve(hers);
    await save(sha256, ben);
    const amend = (approveAnyway: boolean) =>
      service.call(
        amendExpense,
        {
          id: hers.id,
          expectedRevision: null,
          today: null,
          approveAnyway,
          clearOverride: false,
          original: null,
          metadata: null,
          reimbursement: { amount: '0.50', reason: 'Cap' },
        },
        chief,
      );
    await expect(amend(false)).rejects.toMatchObject({ code: 'POSSIBLE_DUPLICATE' });
    await expect(amend(true)).resolves.toMatchObject({ expense: { status: 'approved' } });
  });

  describe('that was joined into another receipt', () => {
    const file = (sha256: string) => ({ originalName: 'page.jpg', contentType: 'image/jpeg', size: 10, sha256 });
    const saveJoined = (files: readonly string[], context = anna, status?: 'draft') => {
      const amount = `${(used += 1)}.00`;
      const receipt = aReceipt({ fileName: `${amount}.pdf`, sha256: newHash(), joined: files.map(file) });
      const submission = aSubmission({ amount, justification: `Claim of ${amount}` }, status);
      return service.call(createExpense, { ...submission, receipt }, context);
    };

    it('is found from either side, by each file in it', async () => {
      const [first, second, third] = [newHash(), newHash(), newHash()];
      const { expense: joined } = await saveJoined([first, second]);
      const { expense: alone, duplicateWarning } = await save(second, ben);
      expect(duplicateWarning?.message).toBe('This receipt was submitted before.');
      expect(await duplicatesOf(alone)).toEqual([{ id: joined.expenseId, of: 'anna', figures: false, receipt: true }]);
      expect((await duplicatesOf(joined)).map(({ id }) => id)).toEqual([alone.expenseId]);
      const { expense: other } = await saveJoined([third, second], ben);
      const ofOther = (await duplicatesOf(other)).map(({ id }) => id).sort();
      expect(ofOther).toEqual([joined.expenseId, alone.expenseId].sort());
      const listed = await counts('all', boss);
      expect([joined, alone, other].map(({ id }) => listed.get(id))).toEqual([2, 2, 2]);
    });

    it('is foreseen for a file alone, and for files that are joined now', async () => {
      const [first, second] = [newHash(), newHash()];
      const { expense } = await saveJoined([first, second], anna, 'draft');
      const named = { expenseId: expense.expenseId };
      const foresee = (receiptSha256s: string[], context = anna) => {
        const figures = { id: null, date: null, amount: null, currency: null };
        return service.call(foreseeDuplicate, { ...figures, receiptSha256s }, context);
      };
      expect((await foresee([second])).sameReceipt).toMatchObject(named);
      expect((await foresee([newHash(), newHash(), first])).sameReceipt).toMatchObject(named);
      expect((await foresee([newHash()])).sameReceipt).toBeNull();
      expect((await foresee([second], ben)).sameReceipt).toBeNull();
    });

    it('is no duplicate after the receipt was replaced', async () => {
      const shared = newHash();
      const { expense } = await saveJoined([shared, newHash()], anna, 'draft');
      const revised = {
        ...aSubmission({ amount: '4.44' }),
        receipt: aReceipt({ fileName: 'new.pdf', sha256: newHash() }),
      };
      await service.call(
        reviseExpense,
        { ...revised, id: expense.id, expectedRevision: null, removeReceipt: false },
        anna,
      );
      expect((await save(shared, ben)).duplicateWarning).toBeUndefined();
    });

    it('is approved once without “Approve Anyway”, in 20 races of claims that share a file', async () => {
      for (let race = 0; race < 20; race += 1) {
        const [first, shared, third] = [newHash(), newHash(), newHash()];
        const [{ expense: hers }, { expense: his }] = [
          await saveJoined([first, shared]),
          await saveJoined([shared, third], ben),
        ];
        await duplicatesOf(hers);
        await duplicatesOf(his);
        const results = await Promise.allSettled([approve(hers), approve(his, false, chief)]);
        expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
      }
    }, 60_000);
  });

  it('is no duplicate while the other claim is a draft, or once it is rejected', async () => {
    const sha256 = newHash();
    await save(sha256, ben, '5.01', 'draft');
    const { expense: rejected } = await save(sha256, ben);
    await service.call(rejectExpense, { id: rejected.id, expectedRevision: null, reason: 'Not yours' }, boss);
    const { expense, duplicateWarning } = await save(sha256, anna);
    expect(duplicateWarning).toBeUndefined();
    await expect(approve(expense)).resolves.toMatchObject({ expense: { status: 'approved' } });
  });

  it('is approved once without “Approve Anyway”, in 40 races with the submission of the other claim', async () => {
    for (let race = 0; race < 40; race += 1) {
      const sha256 = newHash();
      const { expense: hers } = await save(sha256, anna);
      const results = await Promise.allSettled([
        approve(hers),
        save(sha256, ben).then(({ expense }) => approve(expense, false, chief)),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    }
  }, 60_000);
});
