import { Logger } from '@nestjs/common';
import {
  OutlayError,
  eventMetadata,
  type EventMetadata,
  type ExpenseEvent,
  type MessageContext,
  type Operation,
} from '@outlay/contracts';
import {
  WrongExpectedRevision,
  eventHash,
  type EventStore,
  type NewEvent,
  type RecordedEvent,
} from '@outlay/event-store';
import { failpoint } from '@outlay/failpoints';
import { keyReused, keyedRequest } from '@outlay/idempotency';
import type { IdSource } from '@outlay/ids';
import type { Clock } from '@outlay/time';
import type { ExpenseCommand } from '../domain/commands.js';
import { decide } from '../domain/decide.js';
import { isLiving } from '../domain/expense.js';
import { EXPENSE_PREFIX } from './facts.js';
import { folded, loadExpense, type LoadedExpense } from './load-expense.js';
import { SCHEMA_VERSION } from './upcasters.js';

type CommandMaker = (loaded: LoadedExpense) => Promise<ExpenseCommand> | ExpenseCommand;

/** Told of every state a command leads to, before the caller hears of it. */
export interface StateListener {
  written(expense: LoadedExpense): Promise<void>;
}

/** A request that begins an expense; `says` is what makes it another one than before, in an order that stays. */
export interface Beginning {
  readonly operation: Operation;
  readonly actorId: string;
  readonly says: readonly unknown[];
}

/** How a command that comes again is known. */
interface Once {
  /** Names the events of a command that must land once, whoever appends them. */
  readonly eventId?: (index: number) => string;
  /** Of the request that begins the stream. */
  readonly requestHash?: string | undefined;
}

const CONFLICT_RETRIES = 5;

/** The one way an expense changes: load, fold, decide, append at the revision it was decided on (design §3). */
export class ExpenseStream {
  private readonly logger = new Logger('Expenses');

  constructor(
    private readonly events: EventStore,
    private readonly listener: StateListener,
    private readonly clock: Clock,
    private readonly ids: IdSource,
  ) {}

  load(id: string): Promise<LoadedExpense> {
    return loadExpense(this.events, id);
  }

  /**
   * Begins an expense. Asked for again under its Idempotency-Key, it is the one that was begun, as it is now, and
   * `command` is not run. IDEMPOTENCY_KEY_REUSED where the request says something else; CONFLICT once it was deleted.
   */
  begin({ operation, actorId, says }: Beginning, context: MessageContext, command: CommandMaker) {
    const request = keyedRequest(operation, actorId, context, says);
    return this.execute(request?.id ?? this.ids.uuid(), context, command, { requestHash: request?.payloadHash });
  }

  /**
   * Runs a command on an expense. `command` gets the state the decision will be made on and brings the outside facts;
   * where another writer was faster, it is asked again.
   */
  async execute(id: string, context: MessageContext, command: CommandMaker, once: Once = {}): Promise<LoadedExpense> {
    for (let attempt = 1; ; attempt += 1) {
      const loaded = await this.load(id);
      if (once.requestHash !== undefined && loaded.revision >= 0) return this.begun(loaded, once.requestHash);
      const facts = decide(await command(loaded), loaded.state, loaded.revision);
      if (facts.length === 0) return loaded;
      const events = this.toEvents(loaded, facts, context, once);
      try {
        return await this.append(loaded, events, once.eventId !== undefined);
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
        if (attempt > CONFLICT_RETRIES) {
          throw new OutlayError('VERSION_CONFLICT', 'This expense is being changed by others. Please try again.');
        }
      }
    }
  }

  /** Appends and tells the read model. `repeatable` events may stand there already, as another writer put them. */
  private async append(
    loaded: LoadedExpense,
    events: readonly RecordedEvent[],
    repeatable: boolean,
  ): Promise<LoadedExpense> {
    const { id } = loaded;
    const expected = loaded.revision === -1 ? 'no-stream' : loaded.revision;
    await this.events.append(EXPENSE_PREFIX + id, events.map(toNewEvent), expected);
    failpoint('events-appended');
    // A repetition succeeds without writing: then the first writer's time and actor stand, not those made here.
    const written = repeatable ? await this.load(id) : folded(loaded, events);
    return this.tell(written);
  }

  private async begun(loaded: LoadedExpense, requestHash: string): Promise<LoadedExpense> {
    const [first] = await this.events.readStream(EXPENSE_PREFIX + loaded.id, { limit: 1 });
    if (eventMetadata.parse(first?.metadata).requestHash !== requestHash) throw keyReused();
    if (!isLiving(loaded.state)) {
      const message =
        'The expense this request made has been deleted since. Use another Idempotency-Key for a new one.';
      throw new OutlayError('CONFLICT', message);
    }
    // The first try may have died before the read model heard of it.
    return this.tell(loaded);
  }

  /** The facts stand once they are appended. A read model that is down now is caught up by the subscription. */
  private async tell(expense: LoadedExpense): Promise<LoadedExpense> {
    try {
      await this.listener.written(expense);
      return expense;
    } catch (error) {
      this.logger.warn(`The read model of ${expense.id} is behind: ${String(error)}`);
      return { ...expense, isListed: false };
    }
  }

  /** Gives facts their envelopes: ids, revisions, who and when, and the hash of the event before (design §8.2). */
  private toEvents(
    loaded: LoadedExpense,
    facts: readonly ExpenseEvent[],
    { actor, correlationId }: MessageContext,
    { eventId = () => this.ids.uuid(), requestHash }: Once,
  ): RecordedEvent[] {
    const at = this.clock.now().toISOString();
    let previousHash = loaded.headHash;
    return facts.map(({ type, data }, index) => {
      const metadata: EventMetadata = {
        schemaVersion: SCHEMA_VERSION,
        actor: actor ? { id: actor.id, email: actor.email, role: actor.role } : SYSTEM,
        at,
        correlationId,
        causationId: null,
        previousHash,
        ...(index === 0 && requestHash !== undefined && { requestHash }),
      };
      const event: RecordedEvent = {
        id: eventId(index),
        type,
        data,
        metadata,
        stream: EXPENSE_PREFIX + loaded.id,
        revision: loaded.revision + 1 + index,
        position: '',
        recordedAt: '',
      };
      previousHash = eventHash(event);
      return event;
    });
  }
}

const SYSTEM = { id: 'system', email: 'system', role: 'system' } as const;

function toNewEvent({ id, type, data, metadata }: RecordedEvent): NewEvent {
  return { id, type, data, metadata };
}
