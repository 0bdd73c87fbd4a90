import { Controller } from '@nestjs/common';
import {
  readProjectionState,
  readTrailState,
  requireTrailReader,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles, MessageClient } from '@outlay/messaging';
import { LogWatch } from '../log/log-watch.js';

@Controller()
export class TrailStateController {
  constructor(
    private readonly watch: LogWatch,
    private readonly messages: MessageClient,
  ) {}

  /** Gateways ask without an actor, for their readiness. */
  @Handles(readTrailState)
  async state(_request: RequestOf<typeof readTrailState>, context: MessageContext) {
    if (context.actor) requireTrailReader(context);
    const projection = await this.messages.call(readProjectionState, {}, context);
    return { ...projection, logBroken: this.watch.broken };
  }
}
