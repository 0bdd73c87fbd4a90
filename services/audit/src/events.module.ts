import { Module } from '@nestjs/common';
import { LogFeed } from './feed/log-feed.js';
import { LogModule } from './log.module.js';
import { EventsController } from './messages/events.controller.js';
import { ProofPackController } from './messages/proof-pack.controller.js';
import { ConcernedPeople } from './timeline/concerned.js';
import { Timeline } from './timeline/timeline.js';

/** Shows the events of the log: as a feed, as a timeline and in proof packs. */
@Module({
  imports: [LogModule],
  controllers: [EventsController, ProofPackController],
  providers: [LogFeed, ConcernedPeople, Timeline],
})
export class EventsModule {}
