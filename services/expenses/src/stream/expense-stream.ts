import { Logger } from '@nestjs/common';
import { OutlayError, type EventMetadata, type ExpenseEvent, type MessageContext } from '@outlay/contracts';
import {
  WrongExpectedRevision,
  eventHash,
  type EventStore,
  type NewEvent,
  type RecordedEvent,
} from '@outlay/event-store';
import { failpoint, type Clock, type IdSource } from '@outlay/runtime';
import type { ExpenseCommand } from '../domain/commands.js';
import { decide } from '../domain/decide.js';
import type { ExpenseState } from '../domain/expense.js';
import { EXPENSE_PREFIX, foldExpense } from './facts.js';
import { SCHEMA_VERSION } from './upcasters.js';

/** A stream folded: its state, the revision of its last event (-1: none), and that event's hash. */
export interface LoadedExpense {
  readonly id: string;
  readonly state: ExpenseState;
  readonly revision: number;
  readonly headHash: string | null;
}

/** Told of every state a command leads to, before the caller hears of it. */
export interface StateListener {
  written(id: string, state: ExpenseState, revision: number): Promise<void>;
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

  async load(id: string): Promise<LoadedExpense> {
    const events = await this.events.readStream(EXPENSE_PREFIX + id);
    const last = events.at(-1);
    return { id, state: foldExpense(events), revision: last?.revision ?? -1, headHash: last ? eventHash(last) : null };
  }

  /**
   * Runs a command on an expense. `command` gets the state the decision will be made on and brings the outside facts;
   * where another writer was faster, it is asked again. `eventId` names the events of a command that must land once.
   */
  async execute(
    id: string,
    context: MessageContext,
    command: (loaded: LoadedExpense) => Promise<ExpenseCommand> | ExpenseCommand,
    eventId?: (index: number) => string,
  ): Promise<LoadedExpense> {
    for (let attempt = 1; ; attempt += 1) {
      const loaded = await this.load(id);
      const facts = decide(await command(loaded), loaded.state, loaded.revision);
      if (facts.length === 0) return loaded;
      const events = this.toEvents(loaded, facts, context, eventId ?? (() => this.ids.uuid()));
      try {
        return await this.append(loaded, events, eventId !== undefined);
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
    // The fact stands once it is appended. A read model that is down now is caught up by the subscription.
    await this.listener.written(id, written.state, written.revision).catch((error: unknown) => {
      this.logger.warn(`The read model of ${id} is behind: ${String(error)}`);
    });
    return written;
  }

  /** Gives facts their envelopes: ids, revisions, who and when, and the hash of the event before (design §8.2). */
  private toEvents(
    loaded: LoadedExpense,
    facts: readonly ExpenseEvent[],
    { actor, correlationId }: MessageContext,
    eventId: (index: number) => string,
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

function folded(loaded: LoadedExpense, events: readonly RecordedEvent[]): LoadedExpense {
  const last = events.at(-1);
  return {
    id: loaded.id,
    state: foldExpense(events, loaded.state),
    revision: last?.revision ?? loaded.revision,
    headHash: last ? eventHash(last) : loaded.headHash,
  };
}

const SYSTEM = { id: 'system', email: 'system', role: 'system' } as const;

function toNewEvent({ id, type, data, metadata }: RecordedEvent): NewEvent {
  return { id, type, data, metadata };
}
