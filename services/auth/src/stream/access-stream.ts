import { Inject, Injectable } from '@nestjs/common';
import { accessEventSchemas, type AccessEvent, type MessageContext } from '@outlay/contracts';
import { CommandHandler, type StoredEvent, type StreamType } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Clock, IdSource } from '@outlay/time';
import { CLOCK, EVENT_STORE, IDS } from '../ports.js';

/** A stream is read as a whole before an event is appended. */
const PART_EVENTS = 200;

/** The stream of recorded access. An append is never refused, so nothing is derived from the events. */
export const ACCESS: StreamType<null, AccessEvent, AccessEvent> = {
  noun: 'access',
  prefix: 'access-',
  schemas: accessEventSchemas,
  initial: null,
  decide: (event) => [event],
  evolve: () => null,
  allows: () => true,
};

export interface AccessPart {
  /** The id of an account, or `unknown`. */
  readonly subject: string;
  readonly day: string;
  /** The number of the part, from 1. */
  readonly part: number;
}

export function partOf(id: string): AccessPart | null {
  const [, subject, day, part] = /^(.+)-(\d{4}-\d\d-\d\d)-(\d+)$/.exec(id) ?? [];
  return subject !== undefined && day !== undefined ? { subject, day, part: Number(part) } : null;
}

const idOf = ({ subject, day, part }: AccessPart) => `${subject}-${day}-${part}`;

@Injectable()
export class AccessStream {
  private readonly handler: CommandHandler<null, AccessEvent, AccessEvent>;
  /** The last part of each subject, on one day. */
  private latest = { day: '', parts: new Map<string, number>() };

  constructor(
    @Inject(EVENT_STORE) events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) ids: IdSource,
  ) {
    this.handler = new CommandHandler(ACCESS, events, clock, ids);
  }

  /** @returns the part, if this is its first event */
  async append(subject: string, event: AccessEvent, context: MessageContext): Promise<AccessPart | null> {
    const day = this.clock.now().toISOString().slice(0, 10);
    if (day !== this.latest.day) this.latest = { day, parts: new Map() };
    for (let part = this.latest.parts.get(subject) ?? 1; ; part += 1) {
      const id = idOf({ subject, day, part });
      const { hasChanged, revision } = await this.handler.handle(id, context, (loaded) =>
        loaded.revision + 1 < PART_EVENTS ? event : null,
      );
      if (!hasChanged) continue;
      this.latest.parts.set(subject, part);
      return revision === 0 ? { subject, day, part } : null;
    }
  }

  /** The events of a part, oldest first. */
  read(part: AccessPart): Promise<StoredEvent<AccessEvent>[]> {
    return this.handler.history(idOf(part));
  }
}
