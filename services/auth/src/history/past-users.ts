import { Inject, Injectable } from '@nestjs/common';
import { OutlayError, requirePast } from '@outlay/contracts';
import { foldUntil } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Clock } from '@outlay/time';
import type { UserRow } from '../domain/user.rules.js';
import { CLOCK, EVENT_STORE } from '../ports.js';
import { toRow, type UserStore } from '../read-models/user.store.js';
import { ACCOUNT } from '../stream/account-stream.js';

/** Accounts as their events say they were: there are few, so each page folds them again. */
@Injectable()
export class PastUsers {
  constructor(
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readAll' | 'readStream'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Lists in the order of `UserStore.list`. @throws INVALID_INPUT if the instant is in the future */
  async list(limit: number, cursor: string | null, asOf: string): ReturnType<UserStore['list']> {
    requirePast(asOf, this.clock.now());
    const accounts = await foldUntil(ACCOUNT, this.events, { asOf });
    const rows = accounts.flatMap((account) => toRow(account) ?? []).sort(byCreation);
    const start = cursor === null ? 0 : rows.findIndex(({ _id }) => _id === cursor) + 1;
    if (cursor !== null && start === 0) throw new OutlayError('INVALID_INPUT', 'The cursor is not valid.');
    const users = rows.slice(start, start + limit);
    return { users, nextCursor: rows.length > start + limit ? (users.at(-1)?._id ?? null) : null };
  }
}

function byCreation(a: UserRow, b: UserRow): number {
  const [left, right] = [[a.createdAt, a._id].join(' '), [b.createdAt, b._id].join(' ')];
  return left < right ? -1 : 1;
}
