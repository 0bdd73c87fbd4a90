import { Inject, Injectable, Logger } from '@nestjs/common';
import { checkpointIn, isUnavailable } from '@outlay/documents';
import { StreamFollower } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { DOCUMENTS, EVENT_STORE } from '../ports.js';
import { AccessIndexStore } from '../read-models/access-index.store.js';
import { ACCESS, partOf } from '../stream/access-stream.js';

export const ACCESS_CHECKPOINT = 'access';

@Injectable()
export class AccessProjection extends StreamFollower {
  constructor(
    @Inject(DOCUMENTS) documents: Connection,
    @Inject(EVENT_STORE) events: Pick<EventStore, 'subscribe'>,
    index: AccessIndexStore,
  ) {
    const logger = new Logger('Access');
    let latest = '';
    super(events, {
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
}
