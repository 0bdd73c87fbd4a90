import { Inject, Injectable, Logger } from '@nestjs/common';
import { checkpointIn, isUnavailable } from '@outlay/documents';
import { StreamFollower } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { DOCUMENTS, EVENT_STORE } from '../ports.js';
import { InviteStore } from '../read-models/invite.store.js';
import { INVITE, InviteStream } from '../stream/invite-stream.js';

export const INVITES_CHECKPOINT = 'invites';

@Injectable()
export class InviteProjection extends StreamFollower {
  constructor(
    @Inject(DOCUMENTS) documents: Connection,
    @Inject(EVENT_STORE) events: Pick<EventStore, 'subscribe'>,
    stream: InviteStream,
    invites: InviteStore,
  ) {
    const logger = new Logger('Invites');
    super(events, {
      prefix: INVITE.prefix,
      checkpoint: checkpointIn(documents, INVITES_CHECKPOINT),
      project: async (id) => invites.project(await stream.load(id)),
      isUnavailable,
      warn: (message) => logger.error(message),
    });
  }
}
