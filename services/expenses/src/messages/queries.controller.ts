import { Controller, Inject } from '@nestjs/common';
import {
  auditExpense,
  explainExpense,
  findDuplicates,
  findReceipt,
  listExpenses,
  listVersions,
  requireActor,
  requirePast,
  requireReader,
  showAnalytics,
  summarizeExpenses,
  OutlayError,
  type Actor,
  type ExpenseEvent,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { eventsUntil } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import { Handles } from '@outlay/messaging';
import { canonicalRole, readsAll } from '@outlay/rules';
import type { Clock } from '@outlay/time';
import { auditTrail } from '../views/audit-trail.js';
import { isExisting } from '../domain/expense.js';
import { explain } from '../views/explanation.js';
import { notFound } from '../domain/refusals.js';
import { Snapshots } from '../projections/past/snapshots.js';
import { analyticsRequestOf, AnalyticsQueries } from '../read-models/analytics.queries.js';
import { READ_MODEL_VERSION } from '../read-models/expense.model.js';
import { DuplicateQueries } from '../read-models/duplicate.queries.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { ListQueries } from '../read-models/list-queries.js';
import { ListVersionsStore } from '../read-models/list-versions.store.js';
import { ShownDuplicatesStore } from '../read-models/shown-duplicates.store.js';
import { UploadsStore } from '../read-models/uploads.store.js';
import { SummaryProjection } from '../projections/summary.projection.js';
import { CLOCK, EVENT_STORE } from '../ports.js';
import { ExpenseStream } from '../stream/expense-stream.js';
import { EXPENSE_PREFIX, foldExpense, toExpenseEvent } from '../stream/stream-types.js';

/** Other people's expenses are reported as not found. */
@Controller()
export class QueriesController {
  constructor(
    private readonly queries: ExpenseQueries,
    private readonly duplicateQueries: DuplicateQueries,
    private readonly versions: ListVersionsStore,
    private readonly lists: ListQueries,
    private readonly analytics: AnalyticsQueries,
    private readonly past: Snapshots,
    private readonly summaryProjection: SummaryProjection,
    private readonly streams: ExpenseStream,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    private readonly uploads: UploadsStore,
    private readonly shown: ShownDuplicatesStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Handles(listExpenses)
  async list({ scope, knownVersions, asOf, ...request }: RequestOf<typeof listExpenses>, context: MessageContext) {
    const actor = scope === 'all' ? requireReader(context) : requireActor(context);
    const userId = scope === 'all' ? null : actor.id;
    if (asOf !== undefined) {
      requirePast(asOf, this.clock.now());
      const page = await this.past.ask({ asOf }, { kind: 'page', request: { userId, ...request } }, actor.id);
      return { version: `${READ_MODEL_VERSION}.as-of.${Date.parse(asOf)}`, ...page };
    }
    const version = await this.versions.current(userId);
    if (knownVersions.includes(version)) return { version, expenses: null, nextCursor: null };
    const userName = userId === null ? undefined : actor.name;
    return { version, ...(await this.queries.page({ userId, userName, ...request })) };
  }

  /** The versions of open lists, asked for by gateways. A version reveals only that something changed. */
  @Handles(listVersions)
  async listVersions({ userIds }: RequestOf<typeof listVersions>) {
    return { all: await this.versions.current(null), own: await this.versions.currentOf(userIds) };
  }

  @Handles(summarizeExpenses)
  async summary({ scope, filter, asOf }: RequestOf<typeof summarizeExpenses>, context: MessageContext) {
    const actor = scope === 'all' ? requireReader(context) : requireActor(context);
    const userId = scope === 'all' ? null : actor.id;
    if (asOf !== undefined) {
      requirePast(asOf, this.clock.now());
      return this.past.ask({ asOf }, { kind: 'summary', userId, filter }, actor.id);
    }
    const version = await this.versions.current(userId);
    await this.summaryProjection.catchUp();
    return this.lists.summary(userId, filter, version);
  }

  @Handles(showAnalytics)
  async showAnalytics({ asOf, ...asked }: RequestOf<typeof showAnalytics>, context: MessageContext) {
    const actor = requireReader(context);
    const now = this.clock.now();
    requirePast(asOf, now);
    const request = analyticsRequestOf(asked, asOf ?? now.toISOString());
    if (asOf !== undefined) return this.past.ask({ asOf }, { kind: 'analytics', request }, actor.id);
    await this.summaryProjection.catchUp();
    return this.analytics.show(request);
  }

  @Handles(auditExpense)
  async audit(request: RequestOf<typeof auditExpense>, context: MessageContext) {
    const actor = requireActor(context);
    const { events } = await this.eventsUntil(request, actor);
    return { entries: auditTrail(readsAll(actor.role) ? events : await this.withoutOthers(events, actor.id)) };
  }

  /** The same receipt may be in a claim of somebody else, whose id is not for the owner. */
  private async withoutOthers<E extends ExpenseEvent>(events: readonly E[], ownerId: string): Promise<readonly E[]> {
    const named = events.flatMap((event) => (event.type === 'DuplicateWarningDismissed' ? event.data.duplicates : []));
    if (named.length === 0) return events;
    const own = await this.queries.ownPublicIds(named, ownerId);
    return events.map((event) => {
      if (event.type !== 'DuplicateWarningDismissed') return event;
      const duplicates = event.data.duplicates.map((id) => (own.has(id) ? id : ANOTHER_PERSONS_CLAIM));
      return { ...event, data: { duplicates: [...new Set(duplicates)] } };
    });
  }

  @Handles(explainExpense)
  async explain({ revision, ...request }: RequestOf<typeof explainExpense>, context: MessageContext) {
    const { events, head } = await this.eventsUntil(request, requireActor(context));
    if (revision !== null && revision > head) {
      const message = `There is no revision ${revision}: the latest is ${head}.`;
      throw new OutlayError('INVALID_INPUT', message, [{ field: 'revision', message }]);
    }
    return explain(events.slice(0, (revision ?? head) + 1));
  }

  /**
   * The events of an expense, which may have been deleted after the instant, and its latest revision.
   * @throws NOT_FOUND if there was none then that the actor may see; INVALID_INPUT if the instant is in the future
   */
  private async eventsUntil({ id: ref, asOf }: { id: string; asOf: string | null }, actor: Actor) {
    requirePast(asOf, this.clock.now());
    const id = await this.queries.resolve(ref);
    const { state, revision: head } = await this.streams.load(id);
    const events = await this.streamUntil(id, asOf);
    const then = asOf === null ? state : foldExpense(events);
    if (!isExisting(then) || !maySee(actor, then.claim.owner.id)) throw notFound();
    return { events: events.map(toExpenseEvent), head };
  }

  private streamUntil(id: string, asOf: string | null) {
    const events = asOf === null ? this.events : eventsUntil(this.events, { asOf });
    return events.readStream(EXPENSE_PREFIX + id);
  }

  @Handles(findDuplicates)
  async duplicates(request: RequestOf<typeof findDuplicates>, context: MessageContext) {
    const actor = requireReader(context);
    const id = await this.queries.resolve(request.id);
    const { state } = await this.streams.load(id);
    if (!isExisting(state)) throw notFound();
    const duplicates = await this.duplicateQueries.of(id, state);
    if (canonicalRole(actor.role) === 'super_admin') {
      await this.shown.record(
        id,
        actor.id,
        duplicates.map(({ expense }) => expense.expense_id),
      );
    }
    return { duplicates };
  }

  @Handles(findReceipt)
  async receipt({ fileName, asOf }: RequestOf<typeof findReceipt>, context: MessageContext) {
    const actor = requireActor(context);
    if (asOf !== undefined) return this.pastReceipt(fileName, asOf, actor);
    const expense = await this.queries.byReceipt(fileName);
    if (expense && maySee(actor, expense.userId)) {
      const { state } = await this.streams.load(expense.id);
      if (isExisting(state) && state.claim.receipt?.fileName === fileName) {
        return { receipt: state.claim.receipt, ownerId: expense.userId };
      }
    }
    const upload = await this.uploads.find(fileName);
    if (upload && maySee(actor, upload.ownerId)) return { receipt: upload.receipt, ownerId: upload.ownerId };
    throw receiptNotFound();
  }

  /** It may have been replaced or removed since, or its expense deleted. */
  private async pastReceipt(fileName: string, asOf: string, actor: Actor) {
    requirePast(asOf, this.clock.now());
    const expense = await this.past.ask({ asOf }, { kind: 'receipt', fileName }, actor.id);
    if (!expense || !maySee(actor, expense.userId)) throw receiptNotFound();
    const state = foldExpense(await this.streamUntil(expense.id, asOf));
    if (!isExisting(state) || state.claim.receipt?.fileName !== fileName) throw receiptNotFound();
    return { receipt: state.claim.receipt, ownerId: expense.userId };
  }
}

const ANOTHER_PERSONS_CLAIM = "another person's claim";

function maySee(actor: Actor, ownerId: string | null): boolean {
  return actor.id === ownerId || readsAll(actor.role);
}

function receiptNotFound(): OutlayError {
  return new OutlayError('NOT_FOUND', 'Receipt not found');
}
