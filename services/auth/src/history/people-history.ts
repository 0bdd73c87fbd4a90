import { Inject, Injectable } from '@nestjs/common';
import { readInviteHistory, type AccessEvent, type AuditEntry, type MessageContext } from '@outlay/contracts';
import type { StoredEvent } from '@outlay/event-sourcing';
import { MessageClient } from '@outlay/messaging';
import { accessHistory } from '../domain/access-history.js';
import { personHistory } from '../domain/person-history.js';
import { AccessIndexStore } from '../read-models/access-index.store.js';
import { UserStore } from '../read-models/user.store.js';
import { AccessStream } from '../stream/access-stream.js';
import { AccountStream } from '../stream/account-stream.js';
import { AuditTokens } from '../workflows/audit-tokens.js';

const LATEST_ACCESSES = 200;

/** Reads what was done to and by a person, from the streams of the account, invites, tokens and access. */
@Injectable()
export class PeopleHistory {
  constructor(
    private readonly users: UserStore,
    private readonly accounts: AccountStream,
    private readonly access: AccessStream,
    private readonly index: AccessIndexStore,
    @Inject(AuditTokens) private readonly tokens: Pick<AuditTokens, 'historyOf'>,
    private readonly messages: MessageClient,
  ) {}

  /** The entries, oldest first. */
  async of(userId: string, context: MessageContext): Promise<AuditEntry[]> {
    const { email } = await this.users.get(userId);
    const [account, invites, tokens, access] = await Promise.all([
      this.accounts.history(userId),
      this.messages.call(readInviteHistory, { userId, email }, context),
      this.tokens.historyOf(userId),
      this.accesses(userId),
    ]);
    const entries = [...invites.entries, ...personHistory(account), ...tokens, ...access];
    return entries.sort((a, b) => compare(a.createdAt, b.createdAt));
  }

  private async accesses(userId: string): Promise<AuditEntry[]> {
    let latest: StoredEvent<AccessEvent>[] = [];
    for (const part of await this.index.latest(userId, LATEST_ACCESSES)) {
      latest = [...(await this.access.read(part)), ...latest];
      if (latest.length >= LATEST_ACCESSES) break;
    }
    latest = latest.slice(-LATEST_ACCESSES);
    const owners = latest.flatMap(({ data }) => ('ownerId' in data && data.ownerId !== null ? [data.ownerId] : []));
    const emails = await this.users.emailsOf(owners);
    return accessHistory(latest, (id) => emails.get(id));
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
