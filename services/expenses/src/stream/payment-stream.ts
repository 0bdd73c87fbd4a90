import { Inject, Injectable } from '@nestjs/common';
import type { MessageContext, PaymentEvent } from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import { CommandHandler, type TrailGuard } from '@outlay/event-sourcing';
import { failpoint } from '@outlay/concurrency';
import { type Clock, derivedUuid, type IdSource } from '@outlay/time';
import type { PaymentCommand } from '../domain/decide-payment.js';
import type { PaymentState } from '../domain/payment.js';
import { CLOCK, EVENT_STORE, IDS } from '../ports.js';
import { PAYMENT } from './stream-types.js';

/** Part of the event ids: these names must not change. A report may be made several times, so each has an id of its own. */
const EVENT_TYPE = {
  Start: 'PaymentStarted',
  Complete: 'PaymentCompleted',
  RecordReport: null,
} as const satisfies Record<PaymentCommand['type'], PaymentEvent['type'] | null>;

export const PAYMENT_GUARD = Symbol('TrailGuard of payments');

@Injectable()
export class PaymentStream {
  private readonly handler: CommandHandler<PaymentState, PaymentCommand, PaymentEvent>;

  constructor(
    @Inject(EVENT_STORE) events: EventStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: IdSource,
    @Inject(PAYMENT_GUARD) guard: TrailGuard | null = null,
  ) {
    this.handler = new CommandHandler(PAYMENT, events, clock, ids, guard);
  }

  async load(paymentId: string): Promise<PaymentState> {
    return (await this.handler.load(paymentId)).state;
  }

  async execute(paymentId: string, command: PaymentCommand, context: MessageContext): Promise<PaymentState> {
    const name = EVENT_TYPE[command.type];
    const options = name === null ? {} : { eventId: () => paymentEventId(paymentId, name) };
    const { state, hasChanged } = await this.handler.handle(paymentId, context, () => command, options);
    if (hasChanged) failpoint('events-appended');
    return state;
  }
}

/** The id is stable, so that a repeated append writes nothing. */
export function paymentEventId(paymentId: string, name: string): string {
  return derivedUuid(`${paymentId}:${name}`);
}
