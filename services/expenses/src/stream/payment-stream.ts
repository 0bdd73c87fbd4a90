import { Inject, Injectable } from '@nestjs/common';
import type { MessageContext, PaymentEvent } from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import { CommandHandler, type LoadedStream, type TrailGuard } from '@outlay/event-sourcing';
import { failpoint } from '@outlay/concurrency';
import type { Clock, IdSource } from '@outlay/time';
import type { PaymentCommand } from '../domain/decide-payment.js';
import type { PaymentState } from '../domain/payment.js';
import { CLOCK, EVENT_STORE, IDS } from '../ports.js';
import { PAYMENT } from './stream-types.js';

export type LoadedPayment = LoadedStream<PaymentState>;

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

  load(paymentId: string): Promise<LoadedPayment> {
    return this.handler.load(paymentId);
  }

  /** @param loaded the payment as the caller has just loaded it */
  async execute(
    paymentId: string,
    command: PaymentCommand,
    context: MessageContext,
    loaded?: LoadedPayment,
  ): Promise<LoadedPayment> {
    const payment = await this.handler.handle(paymentId, context, () => command, { loaded });
    if (payment.hasChanged) failpoint('events-appended');
    return payment;
  }
}
