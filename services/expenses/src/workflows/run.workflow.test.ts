import { SeededIds, eventually } from '@outlay/testing';
import { runViewOf } from '../domain/run.js';
import { RunStream } from '../stream/run-stream.js';
import { aCommand } from '../testing/builders.js';
import { boss, chief, openTestPayments, under, type TestPayments } from '../testing/test-payments.js';
import { system } from '../testing/test-streams.js';
import { RunRunner } from './run-runner.js';

describe('a payment run', () => {
  let test: TestPayments;
  beforeEach(async () => {
    test = await openTestPayments();
  });
  afterEach(() => test.close());

  const ben = { id: 'ben', name: 'Ben Bauer', email: 'ben@example.org' };
  /** Approves an expense of Anna, or of another. */
  async function approve(id: string, owner?: typeof ben) {
    const { opening } = aCommand.create();
    await test.streams.submit(id, {
      opening: { ...opening, ...(owner && { owner: { ...opening.owner, ...owner } }), expenseId: `EXP-${id}` },
    });
    await test.streams.expenses.execute(id, system, () => aCommand.approve());
  }
  const start = (ids: readonly string[], key = 'run', actor = boss) =>
    test.runs.start(
      ids.map((id) => ({ id, revision: 2 })),
      actor,
      { ...under(key), actor },
    );
  const pay = (runId: string) => test.runs.pay(runId, system, () => true);
  const shown = async (runId: string, asOf?: string) => {
    const { events, clock } = test.streams;
    const run = await new RunStream(events, clock, new SeededIds()).load(runId, asOf);
    if (run.status === 'none') throw new Error('The run was not started');
    return runViewOf(runId, run);
  };
  const timesPaid = (...ids: string[]) =>
    Promise.all(
      ids.map(async (id) => {
        const events = await test.streams.events.readStream(`expense-${id}`);
        return events.filter(({ type }) => type === 'ExpensePaid').length;
      }),
    );
  const states = async (runId: string) => (await shown(runId)).payments.map(({ state }) => state);
  const amend = (id: string) =>
    test.streams.expenses.execute(id, system, () =>
      aCommand.amend({ reimbursement: { amount: '90.00', reason: 'Agreed' } }),
    );

  it('makes one payment for each person, with the run in its event', async () => {
    await approve('one');
    await approve('two', ben);
    await approve('three');
    const run = await start(['one', 'two', 'three']);
    expect(run.reference).toMatch(/^RUN-2026-06-15-[0-9A-Z]{5}$/);
    expect(run.counts).toEqual({ open: 2, paid: 0, inPart: 0, refused: 0 });
    expect(await test.runs.open()).toEqual([run.id]);
    await pay(run.id);
    const { payments, totals, counts } = await shown(run.id);
    expect(counts).toEqual({ open: 0, paid: 2, inPart: 0, refused: 0 });
    expect(totals).toEqual([{ currency: 'EUR', expectedTotal: '300', paidTotal: '300' }]);
    expect(payments.map(({ user, paidCount, paidTotal }) => [user.id, paidCount, paidTotal])).toEqual([
      ['anna', 2, '200.00'],
      ['ben', 1, '100.00'],
    ]);
    expect((await test.streams.payments.load(payments[0]?.paymentId ?? '')).state).toMatchObject({
      run: run.id,
      startedBy: { id: boss.id },
    });
    expect(await test.runs.open()).toEqual([]);
  });

  it('that is sent twice is one run, and another payload under its key is refused', async () => {
    await approve('one');
    await approve('two', ben);
    const [first, second] = await Promise.all([start(['one', 'two']), start(['two', 'one'])]);
    expect(second.id).toBe(first.id);
    await Promise.all([pay(first.id), pay(first.id)]);
    await pay(first.id);
    expect(await states(first.id)).toEqual(['paid', 'paid']);
    expect(await timesPaid('one', 'two')).toEqual([1, 1]);
    await expect(start(['one'])).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('of two people over the same expenses pays each once, and names the payer of the other', async () => {
    await approve('one');
    await approve('two', ben);
    const [first, second] = await Promise.all([start(['one', 'two'], 'a'), start(['one', 'two'], 'b', chief)]);
    await Promise.all([pay(first.id), pay(second.id)]);
    const all = [...(await shown(first.id)).payments, ...(await shown(second.id)).payments];
    expect(all.map(({ state }) => state).toSorted()).toEqual(['paid', 'paid', 'refused', 'refused']);
    const refusals = all.flatMap(({ refusal }) => refusal ?? []);
    for (const { code, message } of refusals) {
      expect(code).toBe('ALREADY_PAID');
      expect(message).toMatch(/^Already paid: EXP-(one|two) by (boss|chief) Tester/);
    }
    expect(await timesPaid('one', 'two')).toEqual([1, 1]);
  });

  it('leaves out the person of whom an expense has changed, and names it', async () => {
    await approve('one');
    await approve('two', ben);
    const run = await start(['one', 'two']);
    await amend('one');
    await pay(run.id);
    const { payments } = await shown(run.id);
    expect(payments.map(({ state }) => state)).toEqual(['refused', 'paid']);
    expect(payments[0]?.refusal).toEqual({
      code: 'VERSION_CONFLICT',
      message: 'Changed since you looked: EXP-one. The total is 90.00 EUR, not 100.00 EUR. Nothing was paid.',
    });
    expect(await test.paymentOf('one')).toBeNull();
  });

  it('refuses one’s own expenses and pays the others', async () => {
    await approve('one', { ...ben, id: chief.id });
    await approve('two', ben);
    const run = await start(['one', 'two'], 'run', chief);
    await pay(run.id);
    const { payments } = await shown(run.id);
    expect(payments.map(({ refusal }) => refusal?.code ?? 'paid')).toEqual(['OWN_EXPENSE', 'paid']);
  });

  it('pays nothing more once its maker may no longer pay', async () => {
    await approve('one');
    const run = await start(['one']);
    test.others.role = 'team_member';
    await pay(run.id);
    expect((await shown(run.id)).payments[0]?.refusal).toEqual({
      code: 'FORBIDDEN',
      message: 'boss Tester may no longer pay. Nothing was paid.',
    });
    expect(await test.paymentOf('one')).toBeNull();
  });

  it('that is stopped in the middle goes on where it was, and pays nothing twice', async () => {
    await approve('one');
    await approve('two', ben);
    const run = await start(['one', 'two']);
    let left = 1;
    await test.runs.pay(run.id, system, () => (left -= 1) >= 0);
    expect(await states(run.id)).toEqual(['paid', 'open']);
    // The crash comes after the second payment, before the run knows of it.
    const end = test.beforeAppend(
      (stream) => stream === `run-${run.id}`,
      async () => {
        throw new Error('The store is down');
      },
    );
    await pay(run.id);
    end();
    expect(await states(run.id)).toEqual(['paid', 'open']);
    expect(await test.paymentOf('two')).not.toBeNull();
    await pay(run.id);
    expect(await states(run.id)).toEqual(['paid', 'paid']);
    expect((await shown(run.id)).payments[1]?.paymentId).toBe(await test.paymentOf('two'));
    expect(await timesPaid('one', 'two')).toEqual([1, 1]);
  });

  it('keeps a payment open while a service is down', async () => {
    await approve('one');
    const run = await start(['one']);
    test.others.isAuthDown = true;
    await pay(run.id);
    expect(await states(run.id)).toEqual(['open']);
    test.others.isAuthDown = false;
    await pay(run.id);
    expect(await states(run.id)).toEqual(['paid']);
  });

  it('counts a payment that was made although another instance was refused it', async () => {
    await approve('one');
    const run = await start(['one']);
    const refused = { payment: 0, code: 'VERSION_CONFLICT', message: 'Changed' };
    const { events, clock } = test.streams;
    await new RunStream(events, clock, new SeededIds()).execute(run.id, { type: 'RecordRefused', refused }, system);
    expect(await states(run.id)).toEqual(['refused']);
    const made = { payment: 0, paymentId: 'payment-of-one', paid: 1, total: '100.00' };
    await new RunStream(events, clock, new SeededIds()).execute(run.id, { type: 'RecordMade', made }, system);
    expect(await states(run.id)).toEqual(['paid']);
  });

  it('is shown as it was', async () => {
    await approve('one');
    const run = await start(['one']);
    const before = test.streams.clock.now().toISOString();
    test.streams.clock.advance({ minutes: 1 });
    await pay(run.id);
    expect((await shown(run.id, before)).counts).toMatchObject({ open: 1, paid: 0 });
    expect((await shown(run.id)).counts).toMatchObject({ open: 0, paid: 1 });
  });

  it('is paid in the background, and what is open at an interval', async () => {
    await approve('one');
    await approve('two', ben);
    const runner = new RunRunner(test.runs, new SeededIds(), 5);
    const [first, second] = [await start(['one'], 'a'), await start(['two'], 'b')];
    runner.run(first.id);
    runner.run(first.id);
    await eventually(async () => (await states(first.id))[0] === 'paid');
    expect(await states(second.id)).toEqual(['open']);
    runner.onApplicationBootstrap();
    await eventually(async () => (await states(second.id))[0] === 'paid');
    await runner.onApplicationShutdown();
  });
});
