import type { ExpenseCommand } from '../domain/commands.js';
import { duplicateGroupOf } from '../read-models/expense.model.js';
import { aClaim, aCommand, aReceipt } from '../testing/builders.js';
import { openTestStreams, system } from '../testing/test-streams.js';
import { DuplicateApprovals } from './duplicate-approvals.js';
import { DUPLICATE_LOCKS, DuplicateLockStore, type DuplicateLock } from './duplicate-lock.store.js';

describe('the approval of an expense', () => {
  let streams: Awaited<ReturnType<typeof openTestStreams>>;
  let locks: DuplicateLockStore;
  let approvals: DuplicateApprovals;
  beforeEach(async () => {
    streams = await openTestStreams();
    locks = new DuplicateLockStore(streams.documents, streams.clock);
    approvals = new DuplicateApprovals(locks, streams.expenses);
  });
  afterEach(() => streams.close());

  /** The holders of locks on figures; every expense has a receipt of its own here. */
  const holders = async () => {
    const rows = await streams.documents.collection<DuplicateLock>(DUPLICATE_LOCKS).find({}).toArray();
    const locks = rows.filter(({ _id }) => _id.includes('|'));
    return locks.map(({ expenseId, revision }) => `${expenseId}@${revision}`);
  };
  const conflicting = async (id: string) => approvals.findConflicting(await streams.expenses.load(id));
  const submit = (id: string, over: Parameters<typeof streams.submit>[1] = {}) =>
    streams.submit(id, { receipt: aReceipt({ sha256: id }), ...over });
  const change = (id: string, ...commands: ExpenseCommand[]) =>
    commands.reduce<Promise<unknown>>(
      (before, command) => before.then(() => streams.expenses.execute(id, system, () => command)),
      Promise.resolve(),
    );
  /** Two duplicates at revision 1, of which the first holds the lock. */
  const aDuplicateOfLocked = async () => {
    await submit('one');
    await submit('two');
    expect(await conflicting('one')).toBeNull();
    expect(await holders()).toEqual(['one@1']);
  };

  it('proceeds without a lock if the expense belongs to no group', async () => {
    await submit('one', { status: 'draft', details: aClaim({ amount: null }) });
    expect(await conflicting('one')).toBeNull();
    expect(await holders()).toEqual([]);
  });

  it('proceeds again for the expense that holds the lock', async () => {
    await aDuplicateOfLocked();
    expect(await conflicting('one')).toBeNull();
    expect(await holders()).toEqual(['one@1']);
  });

  it('proceeds to its version conflict if the same expense was locked at a later revision', async () => {
    await aDuplicateOfLocked();
    const { state } = await streams.expenses.load('one');
    await locks.take(duplicateGroupOf(state) ?? '', 'one', 2);
    expect(await conflicting('one')).toBeNull();
    expect(await holders()).toEqual(['one@2']);
  });

  it('conflicts while the approval of a duplicate is in progress, until its lock expires', async () => {
    await aDuplicateOfLocked();
    streams.clock.advance({ seconds: 9 });
    expect(await conflicting('two')).toEqual({ expenseId: 'EXP-one', sameReceipt: false });
    expect(await holders()).toEqual(['one@1']);
    streams.clock.advance({ seconds: 1 });
    expect(await conflicting('two')).toBeNull();
    expect(await holders()).toEqual(['two@1']);
  });

  it.each<[string, ExpenseCommand[]]>([
    ['approved', [aCommand.approve()]],
    ['paid', [aCommand.approve(), aCommand.pay()]],
  ])('conflicts with a duplicate that is %s, also after its lock expired', async (_, commands) => {
    await aDuplicateOfLocked();
    await change('one', ...commands);
    expect(await conflicting('two')).toEqual({ expenseId: 'EXP-one', sameReceipt: false });
    streams.clock.advance({ seconds: 10 });
    expect(await conflicting('two')).toEqual({ expenseId: 'EXP-one', sameReceipt: false });
    expect(await holders()).toEqual(['one@1']);
  });

  it.each<[string, ExpenseCommand[]]>([
    ['rejected', [aCommand.reject()]],
    ['approved and reverted', [aCommand.approve(), aCommand.revert()]],
    ['given another amount', [aCommand.revise({ details: aClaim({ amount: '7.00' }) })]],
    [
      'given another amount and approved',
      [aCommand.revise({ details: aClaim({ amount: '7.00' }) }), aCommand.approve()],
    ],
  ])('proceeds at once if the holder of the lock was %s', async (_, commands) => {
    await aDuplicateOfLocked();
    await change('one', ...commands);
    expect(await conflicting('two')).toBeNull();
    expect(await holders()).toEqual(['two@1']);
  });

  it('proceeds at once if the holder of the lock does not exist any more', async () => {
    await submit('one', { status: 'draft' });
    await submit('two');
    await conflicting('one');
    await change('one', aCommand.delete());
    expect(await conflicting('two')).toBeNull();
    expect(await holders()).toEqual(['two@1']);
  });

  it('conflicts with a claim of another amount that has the same receipt, in either order of approval', async () => {
    const receipt = aReceipt({ sha256: 'shared' });
    await submit('one', { receipt });
    await submit('two', { receipt, details: aClaim({ amount: '7.00' }) });
    expect(await conflicting('one')).toBeNull();
    expect(await conflicting('two')).toEqual({ expenseId: 'EXP-one', sameReceipt: true });
    await change('one', aCommand.approve());
    streams.clock.advance({ seconds: 10 });
    expect(await conflicting('two')).toEqual({ expenseId: 'EXP-one', sameReceipt: true });
  });

  it('proceeds once the holder of the lock got another receipt', async () => {
    const receipt = aReceipt({ sha256: 'shared' });
    await submit('one', { receipt });
    await submit('two', { receipt, details: aClaim({ amount: '7.00' }) });
    await conflicting('one');
    await change('one', aCommand.revise({ receipt: aReceipt({ sha256: 'other', fileName: 'other.pdf' }) }));
    expect(await conflicting('two')).toBeNull();
  });
});
