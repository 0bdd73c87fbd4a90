import {
  OutlayError,
  countUsers,
  getUser,
  findMissingReports,
  requestReport,
  type Actor,
  type MessageContext,
  type UserView,
} from '@outlay/contracts';
import { systemIds } from '@outlay/time';
import type { EventStore } from '@outlay/event-store';
import type { ShownFigures } from '../domain/decide-payment.js';
import { PaymentProjection } from '../projections/payment.projection.js';
import { RunProjection } from '../projections/run.projection.js';
import { paymentModel } from '../read-models/payment.model.js';
import { runModel } from '../read-models/run.model.js';
import { RunStream } from '../stream/run-stream.js';
import { DecisionInputs } from '../workflows/decision-inputs.js';
import { IdempotencyStore } from '../workflows/idempotency.store.js';
import { PaymentConflicts } from '../workflows/payment-conflicts.js';
import { PaymentReports } from '../workflows/payment-reports.js';
import { PaymentWorkflow } from '../workflows/payment.workflow.js';
import { RunWorkflow } from '../workflows/run.workflow.js';
import { aCommand, anna } from './builders.js';
import { OtherServices } from './other-services.js';
import { openTestStreams, system } from './test-streams.js';
import { collectWarnings } from '@outlay/testing/warnings';

const aUser = (id: string): UserView => ({
  id,
  email: `${id}@example.org`,
  firstName: id,
  lastName: 'Tester',
  role: 'super_admin',
  status: 'active',
  reimbursementCurrency: 'EUR',
  createdAt: '2026-01-01T00:00:00.000Z',
});

export const anActor = (id: string): Actor => ({
  id,
  email: `${id}@example.org`,
  name: id,
  role: 'super_admin',
  reimbursementCurrency: 'EUR',
});
export const boss = anActor('boss');
export const chief = anActor('chief');

export function under(idempotencyKey: string): MessageContext {
  return { ...system, idempotencyKey };
}

export type TestPayments = Awaited<ReturnType<typeof openTestPayments>>;

/** The payment workflow over real streams; the other services answer as `others` says. */
export async function openTestPayments() {
  const others = {
    superAdmins: 2,
    areReportsDown: false,
    isAuthDown: false,
    /** The role of everybody's account. */
    role: 'super_admin' as UserView['role'],
    reported: [] as string[],
    lost: [] as string[],
  };
  const warnings = collectWarnings();
  const streams = await openTestStreams();
  const { documents, events, expenses, payments, clock } = streams;
  const { messages } = answering(others);
  const rows = paymentModel(documents);
  const projection = new PaymentProjection(rows, events);
  const project = (paymentId: string) => projection.project(`payment-${paymentId}`);
  const idempotency = new IdempotencyStore(documents);
  const inputs = new DecisionInputs(messages, clock, { isIntact: async () => true });
  const workflow = new PaymentWorkflow(
    payments,
    expenses,
    projection,
    new PaymentReports(expenses, rows, messages),
    new PaymentConflicts(payments, expenses, inputs),
    idempotency,
    inputs,
    clock,
  );
  const runRows = runModel(documents);
  const runs = new RunWorkflow(
    new RunStream(events, clock, systemIds),
    expenses,
    workflow,
    new RunProjection(runRows, events),
    inputs,
    idempotency,
    runRows,
    clock,
    systemIds,
  );
  return {
    runs,
    others,
    warnings,
    streams,
    rows,
    idempotency,
    row: (paymentId: string) => rows.findById(paymentId).lean(),
    resume: () => workflow.resume(system),
    pay: (ids: readonly string[], context: MessageContext = system, actor = boss, over: Partial<ShownFigures> = {}) =>
      workflow.pay({ ids, shown: { total: null, revisions: [], ...over } }, actor, { ...context, actor }),
    approve: async (...ids: string[]) => {
      for (const id of ids) await streams.approve(id);
    },
    payElsewhere: (id: string) => expenses.execute(id, system, () => aCommand.pay('elsewhere')),
    paymentOf: async (id: string) => {
      const { state } = await expenses.load(id);
      return state.status === 'paid' ? state.paymentId : null;
    },
    /** The start of a payment that a crash interrupted. */
    interrupt: async (paymentId: string, ids: string[], context: MessageContext = system) => {
      const batch = { user: anna, currency: 'EUR', expenses: ids, revisions: ids.map(() => 2) } as const;
      await payments.execute(paymentId, { type: 'Start', batch }, context);
      await project(paymentId);
    },
    project,
    /** Runs before each append to the stream, which fails if it throws. Returns what ends this. */
    beforeAppend: (isTo: (stream: string) => boolean, run: (stream: string) => Promise<unknown>) => {
      const append = events.append.bind(events);
      events.append = async (...args: Parameters<EventStore['append']>) => {
        if (isTo(args[0])) await run(args[0]);
        return append(...args);
      };
      return () => {
        events.append = append;
      };
    },
    /** The calls to the event store from now on, by stream. */
    countCalls: () => {
      const calls = new Map<string, { reads: number; appends: number }>();
      const { append, readStream } = { append: events.append.bind(events), readStream: events.readStream.bind(events) };
      const count = (stream: string, kind: 'reads' | 'appends') => {
        const counted = calls.get(stream) ?? { reads: 0, appends: 0 };
        calls.set(stream, { ...counted, [kind]: counted[kind] + 1 });
      };
      events.append = async (...args: Parameters<EventStore['append']>) => {
        count(args[0], 'appends');
        return append(...args);
      };
      events.readStream = async (...args: Parameters<EventStore['readStream']>) => {
        count(args[0], 'reads');
        return readStream(...args);
      };
      return calls;
    },
    close: () => streams.close(),
  };
}

function answering(state: {
  superAdmins: number;
  areReportsDown: boolean;
  isAuthDown: boolean;
  role: UserView['role'];
  reported: string[];
  lost: string[];
}) {
  const others = new OtherServices();
  others.answer(countUsers, () => ({ users: 10, activeSuperAdmins: state.superAdmins }));
  others.answer(getUser, ({ userId }) => {
    if (state.isAuthDown) throw new OutlayError('SERVICE_UNAVAILABLE', 'The auth service is down.');
    return { user: { ...aUser(userId), role: state.role } };
  });
  others.answer(requestReport, ({ expenseIds, paidAt, ...request }) => {
    if (state.areReportsDown) throw new OutlayError('SERVICE_UNAVAILABLE', 'The reports service is down.');
    state.reported.push(...expenseIds);
    const report = { id: request.paymentId, filename: 'r.xlsx', state: 'pending', generatedAt: paidAt } as const;
    const counts = { expenseCount: expenseIds.length, missingReceipts: 0, failureReason: null, retryAt: null };
    return { report: { ...request, ...report, expenseIds, ...counts } };
  });
  others.answer(findMissingReports, ({ paymentIds }) => {
    if (state.areReportsDown) throw new OutlayError('SERVICE_UNAVAILABLE', 'The reports service is down.');
    return { paymentIds: paymentIds.filter((id) => state.lost.includes(id)) };
  });
  return others;
}
