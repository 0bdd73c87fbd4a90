import { Inject, Injectable } from '@nestjs/common';
import type { MessageContext, RunEvent } from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import { CommandHandler, eventsUntil, loadStream, type LoadedStream, type TrailGuard } from '@outlay/event-sourcing';
import type { Clock, IdSource } from '@outlay/time';
import type { RunCommand, RunState } from '../domain/run.js';
import { CLOCK, EVENT_STORE, IDS } from '../ports.js';
import { RUN } from './stream-types.js';

export const RUN_GUARD = Symbol('TrailGuard of runs');

@Injectable()
export class RunStream {
  private readonly handler: CommandHandler<RunState, RunCommand, RunEvent>;

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: IdSource,
    @Inject(RUN_GUARD) guard: TrailGuard | null = null,
  ) {
    this.handler = new CommandHandler(RUN, events, clock, ids, guard);
  }

  /** @param asOf the run as it was at the instant */
  async load(runId: string, asOf?: string): Promise<RunState> {
    if (asOf === undefined) return (await this.handler.load(runId)).state;
    return (await loadStream(RUN, eventsUntil(this.events, { asOf }), runId)).state;
  }

  async execute(runId: string, command: RunCommand, context: MessageContext): Promise<LoadedStream<RunState>> {
    return this.handler.handle(runId, context, () => command);
  }
}
