import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNT_PREFIX, EXPENSE_PREFIX, findOwners, opening, PAYMENT_PREFIX } from '@outlay/contracts';
import { Unreadable, type EventStore, type RecordedEvent } from '@outlay/event-store';
import { MessageClient } from '@outlay/messaging';
import { EVENT_STORE } from '../ports.js';

/** The person, expense and payment that an event concerns. */
export interface Concerned {
  readonly personId: string | null;
  readonly expenseId: string | null;
}

const NOTHING: Concerned = { personId: null, expenseId: null };
/** The index is filled for nobody in particular. */
const CONTEXT = { actor: null, correlationId: 'timeline' };

/** The owner of an expense stays the same, so a found one can be kept for good. */
@Injectable()
export class ConcernedPeople {
  constructor(
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readStream'>,
    private readonly messages: MessageClient,
  ) {}

  async of(events: readonly RecordedEvent[]): Promise<Concerned[]> {
    const expenses = await this.expensesOf(events);
    const payees = await this.payeesOf(events);
    return events.map(
      (event) => expenses.get(event.stream) ?? { ...NOTHING, personId: payees.get(event.stream) ?? personOf(event) },
    );
  }

  /** The payees by payment stream, of which only the first event has the person. */
  private async payeesOf(events: readonly RecordedEvent[]): Promise<ReadonlyMap<string, string | null>> {
    const found = new Map<string, string | null>();
    for (const event of events) {
      const { stream, revision } = event;
      if (!stream.startsWith(PAYMENT_PREFIX) || found.has(stream)) continue;
      const first = revision === 0 ? event : await this.firstOf(stream);
      found.set(stream, first ? personOf(first) : null);
    }
    return found;
  }

  private async expensesOf(events: readonly RecordedEvent[]): Promise<ReadonlyMap<string, Concerned>> {
    const own = [...new Set(events.map(({ stream }) => stream).filter((stream) => stream.startsWith(EXPENSE_PREFIX)))];
    const firsts = new Map(events.filter(({ revision }) => revision === 0).map((event) => [event.stream, event]));
    const ids = own.map((stream) => stream.slice(EXPENSE_PREFIX.length));
    const { owners } = await this.messages.call(findOwners, { ids }, CONTEXT);
    const found = new Map<string, Concerned>(
      owners.map(({ id, userId, expenseId }) => [EXPENSE_PREFIX + id, { personId: userId, expenseId }]),
    );
    for (const stream of own) {
      // The read model lacks events that are not projected yet.
      if (!found.has(stream)) found.set(stream, openingIn(firsts.get(stream) ?? (await this.firstOf(stream))));
    }
    return found;
  }

  private async firstOf(stream: string): Promise<RecordedEvent | undefined> {
    const [first] = await this.events.readStream(stream, { limit: 1 });
    return first;
  }
}

function openingIn(first: RecordedEvent | undefined): Concerned {
  const { data } = opening.safeParse((first?.data as { opening?: unknown } | null | undefined)?.opening);
  return data ? { personId: data.owner.id, expenseId: data.expenseId } : NOTHING;
}

function personOf({ stream, data }: RecordedEvent): string | null {
  if (stream.startsWith(ACCOUNT_PREFIX)) return stream.slice(ACCOUNT_PREFIX.length);
  if (data instanceof Unreadable) return null;
  // The payee of a payment, or the owner of a file that was opened.
  const { user, ownerId } = (data ?? {}) as { user?: { id?: string }; ownerId?: string | null };
  return user?.id ?? ownerId ?? null;
}
