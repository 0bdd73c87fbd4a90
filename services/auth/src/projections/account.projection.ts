import { Inject, Injectable, Logger } from '@nestjs/common';
import { checkpointIn, isUnavailable } from '@outlay/documents';
import { StreamFollower } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { DOCUMENTS, EVENT_STORE } from '../ports.js';
import { UserStore } from '../read-models/user.store.js';
import { ACCOUNT, AccountStream } from '../stream/account-stream.js';

export const ACCOUNTS_CHECKPOINT = 'accounts';

@Injectable()
export class AccountProjection extends StreamFollower {
  constructor(
    @Inject(DOCUMENTS) documents: Connection,
    @Inject(EVENT_STORE) events: Pick<EventStore, 'subscribe'>,
    accounts: AccountStream,
    users: UserStore,
  ) {
    const logger = new Logger('Accounts');
    super(events, {
      prefix: ACCOUNT.prefix,
      checkpoint: checkpointIn(documents, ACCOUNTS_CHECKPOINT),
      project: async (id) => users.project(await accounts.load(id)),
      isUnavailable,
      warn: (message) => logger.error(message),
    });
  }
}
