import { Logger } from '@nestjs/common';
import { checkpointIn, isUnavailable } from '@outlay/documents';
import { StreamFollower } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import type { InviteStore } from '../invite.store.js';
import { INVITE, type InviteStream } from '../stream/invite-stream.js';

export const INVITES_CHECKPOINT = 'invites';

export function inviteProjection(
  documents: Connection,
  events: Pick<EventStore, 'subscribe'>,
  stream: InviteStream,
  invites: InviteStore,
): StreamFollower {
  const logger = new Logger('Invites');
  return new StreamFollower(events, {
    prefix: INVITE.prefix,
    checkpoint: checkpointIn(documents, INVITES_CHECKPOINT),
    project: async (id) => invites.project(await stream.load(id)),
    isUnavailable,
    warn: (message) => logger.error(message),
  });
}
