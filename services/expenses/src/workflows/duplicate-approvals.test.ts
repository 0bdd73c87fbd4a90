import type { ExpenseCommand } from '../domain/commands.js';
import { duplicateGroupOf } from '../read-models/expense.model.js';
import { aClaim, aCommand } from '../testing/builders.js';
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

  const holders = async () => {
    const rows = await streams.documents.collection<DuplicateLock>(DUPLICATE_LOCKS).find({}).toArray();
    return rows.map(({ expenseId, revision }) => `${expenseId}@${revision}`);
  };
  const conflicting = async (id: string) => approvals.findConflicting(await streams.expenses.load(id));
  const change = (id: string, ...commands: ExpenseCommand[]) =>
    commands.reduce<Promise<unknown>>(
      (before, command) => before.then(() => streams.expenses.execute(id, system, () => command)),
      Promise.resolve(),
    );
  /** Both at revision 1 and in one group, and the first holds the lock. */
  const aDuplicateOfLocked = async () => {
    await streams.submit('one');
    await streams.submit('two');
    expect(await conflicting('one')).toBeNull();
    expect(await holders()).toEqual(['one@1']);
  };

  it('proceeds without a lock if the expense belongs to no group', async () => {
    await streams.submit('one', { status: 'draft', details: aClaim({ amount: null }) });
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
    expect(await conflicting('two')).toBe('EXP-one');
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
    expect(await conflicting('two')).toBe('EXP-one');
    streams.clock.advance({ seconds: 10 });
    expect(await conflicting('two')).toBe('EXP-one');
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
    await streams.submit('one', { status: 'draft' });
    await streams.submit('two');
    await conflicting('one');
    await change('one', aCommand.delete());
    expect(await conflicting('two')).toBeNull();
    expect(await holders()).toEqual(['two@1']);
  });
});
