import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  OutlayError,
  PAYMENT_MAX,
  RUN_MAX,
  startRun,
  type Actor,
  type MessageContext,
  type RunView,
} from '@outlay/contracts';
import { keyedRequest, resourceIdFor } from '@outlay/messaging';
import { canonicalRole, fitting, runReference } from '@outlay/rules';
import type { Clock, IdSource } from '@outlay/time';
import { totalOf, type ShownRevision } from '../domain/decide-payment.js';
import { openPayments, runViewOf, type OrderedPayment, type RunCommand, type StartedRun } from '../domain/run.js';
import { CLOCK, IDS } from '../ports.js';
import { RunProjection } from '../projections/run.projection.js';
import { RUN_MODEL, type RunModel } from '../read-models/run.model.js';
import { ExpenseStream, type ExistingExpense } from '../stream/expense-stream.js';
import { inTurns } from '../stream/in-turns.js';
import { RunStream } from '../stream/run-stream.js';
import { DecisionInputs } from './decision-inputs.js';
import { IdempotencyStore } from './idempotency.store.js';
import { PaymentWorkflow } from './payment.workflow.js';

/** The codes of refusals that no repetition changes. After any other error, the payment stays open and is tried again. */
const FINAL_CODES: readonly string[] = [
  'ALREADY_PAID',
  'CONFLICT',
  'FORBIDDEN',
  'IDEMPOTENCY_KEY_REUSED',
  'INVALID_INPUT',
  'NOT_FOUND',
  'OWN_EXPENSE',
  'TRAIL_BROKEN',
  'VERSION_CONFLICT',
];
/** A refusal can name a thousand expenses. */
const MESSAGE_MAX = 500;
const RESUMED_RUNS = 100;

/**
 * A run is a list of payments, each made under an Idempotency-Key of its own that follows from the run. Every step may be
 * repeated, by any instance, so that a run that was interrupted goes on where it was.
 */
@Injectable()
export class RunWorkflow {
  private readonly logger = new Logger('Runs');

  constructor(
    private readonly runs: RunStream,
    private readonly expenses: ExpenseStream,
    private readonly payments: PaymentWorkflow,
    private readonly projection: RunProjection,
    private readonly inputs: DecisionInputs,
    private readonly idempotency: IdempotencyStore,
    @Inject(RUN_MODEL) private readonly rows: RunModel,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  /** Records what is to be paid. A repetition under the same key returns the same run. */
  async start(shown: readonly ShownRevision[], actor: Actor, context: MessageContext): Promise<RunView> {
    const once = [...new Map(shown.map((each) => [each.id, each])).values()];
    const payload = once.map(({ id, revision, head }) => [id, revision, head ?? null]).sort();
    const keyed = keyedRequest(startRun, actor.id, context, payload);
    const newId = resourceIdFor(startRun, actor.id, context, this.ids);
    const earlier = await this.runs.load(newId);
    // The lookup refuses another payload under the same key.
    if ((await this.idempotency.find(keyed)) !== null && earlier.status !== 'none') return runViewOf(newId, earlier);
    const payments = await this.orderedPayments(once, context);
    const runId = await this.idempotency.bind(keyed, newId);
    const reference = runReference(runId, this.clock.now().toISOString().slice(0, 10));
    const run = await this.record(runId, { type: 'Start', run: { reference, payments } }, context);
    return runViewOf(runId, run);
  }

  /** Makes the payments that are open, one after another. */
  async pay(runId: string, context: MessageContext, mayGoOn: () => boolean): Promise<void> {
    const run = await this.runs.load(runId);
    if (run.status === 'none') return;
    for (const index of openPayments(run)) {
      if (!mayGoOn()) return;
      await this.payOne(runId, run, index, context).catch((error: unknown) =>
        this.logger.warn(`Payment ${index + 1} of ${run.reference} is not made yet: ${String(error)}`),
      );
    }
  }

  /** The runs with open payments, oldest first. */
  async open(): Promise<string[]> {
    const rows = await this.rows.find({ isOpen: true }).sort({ startedAt: 1 }).limit(RESUMED_RUNS).lean();
    return rows.map(({ _id }) => _id);
  }

  private async payOne(runId: string, run: StartedRun, index: number, context: MessageContext): Promise<void> {
    const payment = run.payments[index];
    if (!payment) return;
    try {
      const actor = await this.payer(run, context);
      const order = { ids: payment.expenses, shown: shownOf(payment), run: runId };
      const key = { ...context, actor, idempotencyKey: `${runId}:${index}` };
      const { paymentId, paidCount: paid, paidTotal: total } = await this.payments.pay(order, actor, key);
      await this.record(runId, { type: 'RecordMade', made: { payment: index, paymentId, paid, total } }, context);
    } catch (error) {
      if (!(error instanceof OutlayError) || !FINAL_CODES.includes(error.code)) throw error;
      const refused = { payment: index, code: error.code, message: fitting(error.message, MESSAGE_MAX) };
      await this.record(runId, { type: 'RecordRefused', refused }, context);
    }
  }

  /** The person who started the run pays, as long as they may. @throws FORBIDDEN */
  private async payer({ startedBy }: StartedRun, context: MessageContext): Promise<Actor> {
    const { id, email, name, role, status, reimbursementCurrency } = await this.inputs.owner(startedBy.id, context);
    if (status !== 'active' || canonicalRole(role) !== 'super_admin')
      throw new OutlayError('FORBIDDEN', `${name} may no longer pay. Nothing was paid.`);
    return { id, email, name, role, reimbursementCurrency };
  }

  private async record(runId: string, command: RunCommand, context: MessageContext): Promise<StartedRun> {
    const run = await this.runs.execute(runId, command, context);
    const { state } = run;
    // The subscription makes up for what fails here.
    await this.projection
      .stateChanged(run)
      .catch((error: unknown) => this.logger.warn(`Run ${runId} is not in the read model yet: ${String(error)}`));
    if (state.status === 'none') throw new Error(`Run ${runId} was not started`);
    return state;
  }

  /** One payment for each owner and currency, in parts that a payment takes; whose claims come first is paid first. */
  private async orderedPayments(shown: readonly ShownRevision[], context: MessageContext): Promise<OrderedPayment[]> {
    const loaded = await inTurns(shown, async (each) => ({ ...each, ...(await this.asShown(each)) }));
    const groups = new Map<string, typeof loaded>();
    for (const each of loaded) {
      const group = `${each.expense.claim.owner.id} ${each.expense.claim.reimbursementCurrency}`;
      groups.set(group, [...(groups.get(group) ?? []), each]);
    }
    const parts = [...groups.values()].flatMap(partsOf);
    if (parts.length > RUN_MAX.payments)
      throw new OutlayError('INVALID_INPUT', `At most ${RUN_MAX.payments} payments can be made in one run`);
    return inTurns(parts, async (part) => {
      const [first] = part;
      if (!first) throw new Error('A payment has expenses');
      const { owner, reimbursementCurrency: currency } = first.expense.claim;
      return {
        user: { ...owner, name: await this.inputs.nameToday(owner, context) },
        currency,
        total: totalOf(part),
        expenses: part.map(({ id }) => id),
        revisions: part.map(({ revision }) => revision),
        heads: part.map(({ head }) => head ?? null),
      };
    });
  }

  /** The claim as it was at the revision that was shown, or as it is if there never was such a revision. */
  private async asShown({ id, revision }: ShownRevision): Promise<Pick<ExistingExpense, 'expense'>> {
    const now = await this.expenses.loadExisting(id);
    if (revision >= now.revision) return now;
    return { expense: (await this.expenses.loadAsOf(id, revision)) ?? now.expense };
  }
}

function partsOf<Item>(items: readonly Item[]): Item[][] {
  const parts = Math.ceil(items.length / PAYMENT_MAX);
  return Array.from({ length: parts }, (_, part) => items.slice(part * PAYMENT_MAX, (part + 1) * PAYMENT_MAX));
}

function shownOf({ total, expenses, revisions, heads }: OrderedPayment) {
  const shown = expenses.map((id, at) => ({ id, revision: revisions[at] ?? -1, head: heads[at] ?? null }));
  return { total, revisions: shown };
}
