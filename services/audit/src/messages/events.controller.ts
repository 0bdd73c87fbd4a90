import { Controller } from '@nestjs/common';
import {
  EXPENSE_PREFIX,
  readEventFeed,
  readTimeline,
  requireTrailReader,
  resolveExpense,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles, MessageClient } from '@outlay/messaging';
import { LogFeed } from '../feed/log-feed.js';
import { Timeline } from '../timeline/timeline.js';

@Controller()
export class EventsController {
  constructor(
    private readonly feed: LogFeed,
    private readonly timeline: Timeline,
    private readonly messages: MessageClient,
  ) {}

  @Handles(readEventFeed)
  async events(request: RequestOf<typeof readEventFeed>, context: MessageContext) {
    requireTrailReader(context);
    return this.feed.read(request);
  }

  @Handles(readTimeline)
  async timelinePage({ expense, ...request }: RequestOf<typeof readTimeline>, context: MessageContext) {
    requireTrailReader(context);
    const stream = expense && (await this.streamOf(expense, context));
    return this.timeline.read(request, { ...request, stream });
  }

  private async streamOf(expense: string, context: MessageContext): Promise<string> {
    const { id } = await this.messages.call(resolveExpense, { expense }, context);
    return EXPENSE_PREFIX + id;
  }
}
