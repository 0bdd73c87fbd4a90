import { Logger } from '@nestjs/common';
import { checkpointIn, isUnavailable } from '@outlay/documents';
import { StreamFollower } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import type { AccessIndexStore } from '../access-index.store.js';
import { ACCESS, partOf } from '../stream/access-stream.js';

export const ACCESS_CHECKPOINT = 'access';

export function accessProjection(
  documents: Connection,
  events: Pick<EventStore, 'subscribe'>,
  index: AccessIndexStore,
): StreamFollower {
  const logger = new Logger('Access');
  let latest = '';
  return new StreamFollower(events, {
    prefix: ACCESS.prefix,
    checkpoint: checkpointIn(documents, ACCESS_CHECKPOINT),
    project: async (id) => {
      const part = id === latest ? null : partOf(id);
      if (part) await index.add(part);
      latest = id;
    },
    isUnavailable,
    warn: (message) => logger.error(message),
  });
}
