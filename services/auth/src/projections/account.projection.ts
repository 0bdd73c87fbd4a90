import { Logger } from '@nestjs/common';
import { checkpointIn, isUnavailable } from '@outlay/documents';
import { StreamFollower } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { ACCOUNT, type AccountStream } from '../stream/account-stream.js';
import type { UserStore } from '../user.store.js';

export const ACCOUNTS_CHECKPOINT = 'accounts';

export function accountProjection(
  documents: Connection,
  events: Pick<EventStore, 'subscribe'>,
  accounts: AccountStream,
  users: UserStore,
): StreamFollower {
  const logger = new Logger('Accounts');
  return new StreamFollower(events, {
    prefix: ACCOUNT.prefix,
    checkpoint: checkpointIn(documents, ACCOUNTS_CHECKPOINT),
    project: async (id) => users.project(await accounts.load(id)),
    isUnavailable,
    warn: (message) => logger.error(message),
  });
}
