import { Inject, Injectable, Logger } from '@nestjs/common';
import { OutlayError, eventMetadata, type ExpenseEvent, type MessageContext, type Operation } from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import {
  CommandHandler,
  emptyStream,
  type CommandBuilder,
  type HandlerOptions,
  type KnownHead,
  type TrailGuard,
} from '@outlay/event-sourcing';
import { failpoint } from '@outlay/concurrency';
import { keyReused, keyedRequest, resourceIdFor } from '@outlay/messaging';
import type { Clock, IdSource } from '@outlay/time';
import type { ExpenseCommand } from '../domain/commands.js';
import { isExisting, type Expense, type ExpenseState } from '../domain/expense.js';
import { notFound } from '../domain/refusals.js';
import { CLOCK, EVENT_STORE, IDS } from '../ports.js';
import { EXPENSE, EXPENSE_PREFIX, foldExpense, type LoadedExpense } from './stream-types.js';

type ExpenseCommandBuilder = CommandBuilder<ExpenseState, ExpenseCommand>;

export interface StateListener {
  stateChanged(expense: LoadedExpense): Promise<void>;
}

export const EXPENSE_LISTENER = Symbol('StateListener');
export const EXPENSE_GUARD = Symbol('TrailGuard of expenses');

/** The hash of `payload` identifies the request, so the order of its parts is fixed. */
export interface CreateRequest {
  readonly operation: Operation;
  readonly actorId: string;
  readonly payload: readonly unknown[];
}

export interface ExecutedExpense extends LoadedExpense {
  /** False if the read model is down, so that a query would fail as well. */
  readonly isProjected: boolean;
}

export interface FoundExpense extends Pick<HandlerOptions<ExpenseState>, 'known'> {
  readonly id: string;
}

export interface ExistingExpense {
  readonly id: string;
  readonly revision: number;
  readonly headHash: string | null;
  readonly expense: Expense;
}

@Injectable()
export class ExpenseStream {
  private readonly logger = new Logger('Expenses');
  private readonly handler: CommandHandler<ExpenseState, ExpenseCommand, ExpenseEvent>;

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(EXPENSE_LISTENER) private readonly listener: StateListener,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) private readonly ids: IdSource,
    @Inject(EXPENSE_GUARD) guard: TrailGuard | null = null,
  ) {
    this.handler = new CommandHandler(EXPENSE, events, clock, ids, guard);
  }

  load(id: string): Promise<LoadedExpense> {
    return this.handler.load(id);
  }

  /**
   * Compares a stream that was loaded without its known head with the head that was looked up afterwards.
   * @throws StreamBroken if the stored stream was altered
   */
  async requireHead({ id, revision, headHash }: LoadedExpense, known: KnownHead | null): Promise<void> {
    // Another revision is another writer's, or one that is not projected yet.
    if (known && (known.revision !== revision || known.headHash !== headHash)) await this.handler.load(id, known);
  }

  async loadExisting(id: string): Promise<ExistingExpense> {
    return toExisting(await this.load(id));
  }

  /** Null if the expense did not exist at that revision. */
  async loadAsOf(id: string, revision: number): Promise<Expense | null> {
    const state = foldExpense(await this.events.readStream(EXPENSE_PREFIX + id, { limit: revision + 1 }));
    return isExisting(state) ? state : null;
  }

  /** A retry under the same Idempotency-Key gets the expense as it is now; `command` does not run again. */
  async create(
    { operation, actorId, payload }: CreateRequest,
    context: MessageContext,
    command: ExpenseCommandBuilder,
    options: HandlerOptions<ExpenseState> = {},
  ): Promise<ExecutedExpense> {
    const request = keyedRequest(operation, actorId, context, payload);
    if (!request) {
      const id = resourceIdFor(operation, actorId, context, this.ids);
      return this.execute(id, context, command, { ...options, loaded: emptyStream(EXPENSE, id) });
    }
    const { id, payloadHash: requestHash } = request;
    const unlessCreated: ExpenseCommandBuilder = async (loaded) => {
      if (loaded.revision === -1) return command(loaded);
      await this.requireRetry(loaded, requestHash);
      return null;
    };
    const handle = (loaded?: LoadedExpense) =>
      this.handler.handle(id, context, unlessCreated, { ...options, requestHash, loaded });
    // A retry is rare, so the stream is read only after a refusal. Work before the append may bind a file, which a request
    // with the key of another one must not do: the stream is then read first.
    const created = options.beforeAppend
      ? await handle()
      : await handle(emptyStream(EXPENSE, id)).catch((error: unknown) => {
          // A retry has the answer of its first attempt, whatever refuses it today.
          if (error instanceof OutlayError) return handle();
          throw error;
        });
    // The listener is called after a retry too: the first attempt may have crashed before the read model was updated.
    return this.notify(created);
  }

  async execute(
    expense: string | FoundExpense,
    context: MessageContext,
    command: ExpenseCommandBuilder,
    options: HandlerOptions<ExpenseState> = {},
  ): Promise<ExecutedExpense> {
    const { id, known }: FoundExpense = typeof expense === 'string' ? { id: expense } : expense;
    const handled = await this.handler.handle(id, context, command, { ...options, known });
    return handled.hasChanged ? this.notify(handled) : { ...handled, isProjected: true };
  }

  private async requireRetry({ id, state }: LoadedExpense, requestHash: string): Promise<void> {
    const [first] = await this.events.readStream(EXPENSE_PREFIX + id, { limit: 1 });
    if (eventMetadata.parse(first?.metadata).requestHash !== requestHash) throw keyReused();
    if (isExisting(state)) return;
    throw new OutlayError(
      'CONFLICT',
      'The expense this request made has been deleted since. Use another Idempotency-Key for a new one.',
    );
  }

  /** The command has succeeded even if the read model is down: the subscription catches up later. */
  private async notify({ id, state, revision, headHash }: LoadedExpense): Promise<ExecutedExpense> {
    failpoint('events-appended');
    const expense = { id, state, revision, headHash };
    try {
      await this.listener.stateChanged(expense);
      return { ...expense, isProjected: true };
    } catch (error) {
      this.logger.warn(`The read model of ${id} is behind: ${String(error)}`);
      return { ...expense, isProjected: false };
    }
  }
}

/** @throws NOT_FOUND */
export function toExisting({ id, state, revision, headHash }: LoadedExpense): ExistingExpense {
  if (!isExisting(state)) throw notFound({ expenseId: id });
  return { id, revision, headHash, expense: state };
}
