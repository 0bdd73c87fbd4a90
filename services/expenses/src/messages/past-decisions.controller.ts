import { Controller, Inject } from '@nestjs/common';
import {
  findDecidedReceipt,
  OutlayError,
  requireTrailReader,
  showDecision,
  type Decision,
  type Duplicate,
  type MessageContext,
  type RequestOf,
  type ShownExpense,
} from '@outlay/contracts';
import { advance, emptyStream } from '@outlay/event-sourcing';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { Handles } from '@outlay/messaging';
import { decidedAt, type Decided } from '../views/decided.js';
import { isExisting, type Expense } from '../domain/expense.js';
import { toExpenseView } from '../views/expense-view.js';
import { notFound, requireExisting } from '../domain/refusals.js';
import { Snapshots } from '../projections/past/snapshots.js';
import { EVENT_STORE } from '../ports.js';
import { DuplicateQueries } from '../read-models/duplicate.queries.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { ExpenseStream } from '../stream/expense-stream.js';
import { EXPENSE, EXPENSE_PREFIX, toExpenseEvent, type LoadedExpense } from '../stream/stream-types.js';

interface FoundDecision {
  readonly decided: Decided;
  readonly event: RecordedEvent;
  readonly at: (revision: number) => LoadedExpense;
  readonly now: LoadedExpense;
}

/** Shows an expense as it was in front of the person who decided on it. */
@Controller()
export class PastDecisionsController {
  constructor(
    private readonly queries: ExpenseQueries,
    private readonly duplicates: DuplicateQueries,
    private readonly past: Snapshots,
    private readonly streams: ExpenseStream,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  @Handles(showDecision)
  async show(request: RequestOf<typeof showDecision>, context: MessageContext): Promise<Decision> {
    const actor = requireTrailReader(context);
    const { decided, event, at, now: current } = await this.find(request);
    const { onRevision, ...decision } = decided;
    const loaded = at(onRevision);
    const expense = requireExisting(loaded.state);
    const { id, state } = loaded;
    const duplicates = await this.past.ask({ before: event.position }, { kind: 'duplicates', id, state }, actor.id);
    const then = shown(loaded, expense, duplicates);
    const now = isExisting(current.state)
      ? shown(current, current.state, await this.duplicates.of(id, current.state))
      : null;
    // A corrected approval was decided on the expense before its correction, so that is its basis.
    const basis = basisOf(
      expense.status === 'approved' && decision.action === 'approved' ? at(onRevision - 1) : loaded,
    );
    return {
      expenseId: expense.claim.expenseId,
      ...decision,
      basis,
      sentMatches: decided.sent && matches(decided.sent, basis),
      then,
      now,
    };
  }

  @Handles(findDecidedReceipt)
  async receipt(request: RequestOf<typeof findDecidedReceipt>, context: MessageContext) {
    requireTrailReader(context);
    const { decided, at } = await this.find(request);
    const { claim } = requireExisting(at(decided.onRevision).state);
    if (!claim.receipt) throw new OutlayError('NOT_FOUND', 'There was no receipt.');
    return { receipt: claim.receipt, ownerId: claim.owner.id };
  }

  /** @throws NOT_FOUND if there is no such decision; TRAIL_BROKEN if the stream was altered */
  private async find(request: RequestOf<typeof showDecision>): Promise<FoundDecision> {
    const id = await this.queries.resolve(request.id);
    const now = await this.streams.load(id);
    if (now.revision === -1) throw notFound();
    const stored = await this.events.readStream(EXPENSE_PREFIX + id);
    const revision = Number(request.revision);
    const decided = decidedAt(stored.map(toExpenseEvent), revision);
    const nothing = emptyStream(EXPENSE, id);
    return {
      decided,
      event: stored[revision] as RecordedEvent,
      at: (last) => advance(EXPENSE, nothing, stored.slice(0, last + 1)),
      now,
    };
  }
}

function shown(loaded: LoadedExpense, expense: Expense, duplicates: Duplicate[]): ShownExpense {
  const isUndecided = expense.status === 'draft' || expense.status === 'submitted';
  const view = { ...toExpenseView(loaded, expense), duplicateCount: isUndecided ? duplicates.length : 0 };
  return { expense: view, duplicates };
}

function basisOf({ revision, headHash, state }: LoadedExpense): Decision['basis'] {
  const { claim } = requireExisting(state);
  return { revision, head: headHash ?? '', receiptSha256: claim.receipt?.sha256 ?? null };
}

/** A head may have been sent as the first characters of it, as in an ETag. */
function matches(sent: NonNullable<Decision['sent']>, basis: Decision['basis']): Decision['sentMatches'] {
  return {
    revision: sent.revision === null ? null : sent.revision === basis.revision,
    head: sent.head === null ? null : basis.head.startsWith(sent.head),
    receiptSha256: sent.receiptSha256 === null ? null : sent.receiptSha256 === basis.receiptSha256,
  };
}
