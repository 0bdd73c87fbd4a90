import {
  OutlayError,
  countUsers,
  payExpenses,
  requestReport,
  type Actor,
  type MessageContext,
} from '@outlay/contracts';
import { EventStoreUnavailable, WrongExpectedRevision, type EventStore } from '@outlay/event-store';
import { keyedRequest } from '@outlay/idempotency';
import { PaymentProjection } from '../projections/payment.projection.js';
import { paymentModel } from '../read-models/payment.model.js';
import { aCommand, anna } from '../testing/builders.js';
import { OtherServices } from '../testing/other-services.js';
import { openTestStreams, system } from '../testing/test-streams.js';
import { collectWarnings } from '../testing/warnings.js';
import { DecisionInputs } from './decision-inputs.js';
import { IdempotencyStore } from './idempotency.store.js';
import { paymentIdOf } from './payment-ids.js';
import { PaymentReports } from './payment-reports.js';
import { PaymentWorkflow } from './payment.workflow.js';

const anActor = (id: string): Actor => ({
  id,
  email: `${id}@example.org`,
  name: id,
  role: 'super_admin',
  reimbursementCurrency: 'EUR',
});
const boss = anActor('boss');

describe('the payment of a batch', () => {
  let streams: Awaited<ReturnType<typeof openTestStreams>>;
  let idempotency: IdempotencyStore;
  let workflow: PaymentWorkflow;
  let warnings: readonly string[];
  let superAdmins: number;
  let areReportsDown: boolean;
  let reported: string[];
  beforeEach(async () => {
    warnings = collectWarnings();
    superAdmins = 2;
    areReportsDown = false;
    reported = [];
    streams = await openTestStreams();
    const { documents, events, expenses, payments, clock } = streams;
    const { messages } = otherServices();
    idempotency = new IdempotencyStore(documents);
    workflow = new PaymentWorkflow(
      payments,
      expenses,
      new PaymentProjection(rows(), events),
      new PaymentReports(expenses, rows(), messages),
      idempotency,
      new DecisionInputs(messages, clock),
    );
  });
  afterEach(() => streams.close());

  const otherServices = () => {
    const others = new OtherServices();
    others.answer(countUsers, () => ({ users: 10, activeSuperAdmins: superAdmins }));
    others.answer(requestReport, ({ expenseIds, paidAt, ...request }) => {
      if (areReportsDown) throw new OutlayError('SERVICE_UNAVAILABLE', 'The reports service is down.');
      reported.push(...expenseIds);
      const report = { id: request.paymentId, filename: 'r.xlsx', state: 'pending', generatedAt: paidAt } as const;
      return { report: { ...request, ...report, expenseIds, expenseCount: expenseIds.length } };
    });
    return others;
  };
  const rows = () => paymentModel(streams.documents);
  const row = (paymentId: string) => rows().findById(paymentId).lean();
  const under = (idempotencyKey: string): MessageContext => ({ ...system, idempotencyKey });
  const pay = (ids: readonly string[], context: MessageContext = system, actor = boss) =>
    workflow.pay(ids, actor, context);
  const approve = async (...ids: string[]) => {
    for (const id of ids) await streams.approve(id);
  };
  const payElsewhere = (id: string) => streams.expenses.execute(id, system, () => aCommand.pay('elsewhere'));
  const stateOf = async (id: string) => (await streams.expenses.load(id)).state;
  const paymentOf = async (id: string) => {
    const state = await stateOf(id);
    return state.status === 'paid' ? state.paymentId : null;
  };
  const start = (paymentId: string, ids: string[]) =>
    streams.payments.execute(
      paymentId,
      { type: 'Start', batch: { user: anna, currency: 'EUR', expenses: ids } },
      system,
    );
  /** Runs before each append to the stream, which fails if it throws. Returns what ends this. */
  const beforeAppend = (isTo: (stream: string) => boolean, run: (stream: string) => Promise<void>) => {
    const { events } = streams;
    const append = events.append.bind(events);
    events.append = async (...args: Parameters<EventStore['append']>) => {
      if (isTo(args[0])) await run(args[0]);
      return append(...args);
    };
    return () => {
      events.append = append;
    };
  };

  it('pays each expense once, completes the payment and requests the report', async () => {
    await approve('one', 'two');
    const paymentId = paymentIdOf([
      { id: 'one', revision: 2 },
      { id: 'two', revision: 2 },
    ]);
    expect(await pay(['two', 'one', 'two'])).toEqual({ paymentId, paidCount: 2 });
    expect(await Promise.all(['one', 'two'].map(paymentOf))).toEqual([paymentId, paymentId]);
    expect(await streams.payments.load(paymentId)).toMatchObject({
      status: 'completed',
      expenses: ['two', 'one'],
      paid: ['two', 'one'],
      skipped: [],
    });
    expect(await row(paymentId)).toMatchObject({ status: 'completed', revision: 1, reportRequested: true });
    expect(reported).toEqual(['EXP-two', 'EXP-one']);
    expect(warnings).toEqual([]);
  });

  it('pays more expenses than are paid at the same time', async () => {
    const ids = Array.from({ length: 26 }, (_, i) => `e${i}`);
    await approve(...ids);
    const { paymentId, paidCount } = await pay(ids);
    expect(paidCount).toBe(26);
    expect(await streams.payments.load(paymentId)).toMatchObject({ paid: ids, skipped: [] });
    expect(await Promise.all(ids.map(paymentOf))).toEqual(ids.map(() => paymentId));
  });

  it('returns the earlier payment when it is repeated', async () => {
    await approve('one', 'two');
    const first = await pay(['one', 'two']);
    expect(await pay(['two', 'one'])).toEqual(first);
    expect(await pay(['two'])).toEqual({ ...first, paidCount: 1 });
  });

  it('is refused for no expenses, an unknown one and one that is not approved', async () => {
    await streams.submit('one');
    await expect(pay([])).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(pay(['unknown'])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(pay(['one'])).rejects.toMatchObject({ code: 'CONFLICT', details: { expense_ids: ['EXP-one'] } });
    expect(await rows().countDocuments({})).toBe(0);
  });

  it('is refused for one’s own expenses, unless there is no other super admin', async () => {
    await approve('one');
    await expect(pay(['one'], system, anActor('anna'))).rejects.toMatchObject({ code: 'OWN_EXPENSE' });
    superAdmins = 1;
    await expect(pay(['one'], system, anActor('anna'))).resolves.toMatchObject({ paidCount: 1 });
  });

  it('skips an expense that is paid elsewhere in the meantime', async () => {
    await approve('one', 'two');
    const end = beforeAppend(
      (stream) => stream.startsWith('payment-'),
      async () => {
        end();
        await payElsewhere('one');
      },
    );
    const { paymentId, paidCount } = await pay(['one', 'two']);
    expect(paidCount).toBe(1);
    expect(await Promise.all(['one', 'two'].map(paymentOf))).toEqual(['elsewhere', paymentId]);
    expect(await streams.payments.load(paymentId)).toMatchObject({ paid: ['two'], skipped: ['one'] });
    expect(reported).toEqual(['EXP-two']);
  });

  it('conflicts if all expenses are paid elsewhere in the meantime', async () => {
    await approve('one');
    const end = beforeAppend(
      (stream) => stream.startsWith('payment-'),
      async () => {
        end();
        await payElsewhere('one');
      },
    );
    await expect(pay(['one'])).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'These expenses were paid by somebody else in the meantime.',
    });
    expect(reported).toEqual([]);
  });

  it.each<[string, string, (stream: string) => Error]>([
    ['the event store fails', 'down', () => new EventStoreUnavailable('down')],
    [
      'an expense keeps changing',
      'This expense is being changed by others.',
      (stream) => new WrongExpectedRevision(stream, 2, 3),
    ],
  ])('stays unfinished while %s, and is finished later', async (_, message, failure) => {
    await approve('one', 'two');
    const end = beforeAppend(
      (stream) => stream === 'expense-two',
      async (stream) => {
        throw failure(stream);
      },
    );
    await expect(pay(['one', 'two'], under('key'))).rejects.toThrow(message);
    end();
    expect(await paymentOf('two')).toBeNull();
    const { paymentId, paidCount } = await pay(['one', 'two'], under('key'));
    expect(paidCount).toBe(2);
    expect(await Promise.all(['one', 'two'].map(paymentOf))).toEqual([paymentId, paymentId]);
  });

  it('succeeds with warnings while the read model is down', async () => {
    await approve('one');
    await streams.documents.close();
    const { paymentId, paidCount } = await pay(['one']);
    expect(paidCount).toBe(1);
    expect(reported).toEqual(['EXP-one']);
    expect(warnings).toEqual([
      expect.stringContaining(`Payment ${paymentId} is not in the read model yet: DocumentsUnavailable`) as string,
      expect.stringContaining(`The report of payment ${paymentId} is not requested yet: `) as string,
    ]);
  });

  it('succeeds with a warning while the reports are down, and the report follows later', async () => {
    await approve('one');
    areReportsDown = true;
    const { paymentId } = await pay(['one']);
    expect(await row(paymentId)).toMatchObject({ status: 'completed', reportRequested: false });
    expect(warnings).toEqual([
      `The report of payment ${paymentId} is not requested yet: OutlayError: The reports service is down.`,
    ]);
    areReportsDown = false;
    await workflow.resume(system);
    expect(await row(paymentId)).toMatchObject({ reportRequested: true });
    expect(reported).toEqual(['EXP-one']);
  });

  describe('that was interrupted', () => {
    const interrupt = async (paymentId: string, ids: string[]) => {
      await start(paymentId, ids);
      await new PaymentProjection(rows(), streams.events).handle({ stream: `payment-${paymentId}` });
    };

    it('is resumed, without the expenses that were paid elsewhere since', async () => {
      await approve('one', 'two', 'three');
      await interrupt('p1', ['one', 'two', 'three']);
      await payElsewhere('two');
      await workflow.resume(system);
      expect(await streams.payments.load('p1')).toMatchObject({
        status: 'completed',
        paid: ['one', 'three'],
        skipped: ['two'],
      });
      expect(await row('p1')).toMatchObject({ status: 'completed', reportRequested: true });
    });

    it('does not keep the others from being resumed', async () => {
      await approve('two');
      const startedAt = '2026-06-15T09:00:00.000Z';
      await rows().create({ _id: 'lost', revision: 0, status: 'started', startedAt, reportRequested: false });
      await interrupt('p2', ['two']);
      await workflow.resume(system);
      expect(await paymentOf('two')).toBe('p2');
      expect(warnings).toEqual(['Payment lost is not finished yet: OutlayError: Payment not found']);
    });
  });

  describe('under an Idempotency-Key', () => {
    const reused = { code: 'IDEMPOTENCY_KEY_REUSED' };

    it('is one payment for the same expenses in any order, and refused for others', async () => {
      await approve('one', 'two', 'three');
      const first = await pay(['two', 'one'], under('key'));
      expect(await pay(['one', 'two'], under('key'))).toEqual(first);
      await expect(pay(['three'], under('key'))).rejects.toMatchObject(reused);
      await expect(pay(['one'], under('key'))).rejects.toMatchObject(reused);
      expect(await paymentOf('three')).toBeNull();
    });

    it('has the id that was bound before a crash, though the batch has changed since', async () => {
      await approve('one');
      await idempotency.bind(keyedRequest(payExpenses, boss.id, under('key'), ['one']), 'bound-before');
      expect(await pay(['one'], under('key'))).toEqual({ paymentId: 'bound-before', paidCount: 1 });
      expect(await paymentOf('one')).toBe('bound-before');
    });

    it('binds a second key to the same payment', async () => {
      await approve('one', 'two');
      expect(await pay(['one'], under('first'))).toEqual(await pay(['one'], under('second')));
      await expect(pay(['two'], under('second'))).rejects.toMatchObject(reused);
    });

    it('leaves the key free when it is refused', async () => {
      await approve('one');
      await streams.submit('two');
      await expect(pay(['one', 'two'], under('key'))).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(pay(['one'], under('key'))).resolves.toMatchObject({ paidCount: 1 });
    });

    it('belongs to one person', async () => {
      await approve('one', 'two');
      await pay(['one'], under('key'));
      await expect(pay(['two'], under('key'), anActor('chief'))).resolves.toMatchObject({ paidCount: 1 });
    });
  });
});
