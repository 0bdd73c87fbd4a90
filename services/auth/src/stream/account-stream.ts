import { Inject, Injectable } from '@nestjs/common';
import { accountEventSchemas, type AccountEvent, type MessageContext } from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import { CommandHandler, type LoadedStream, type StreamType } from '@outlay/event-sourcing';
import { type Clock, derivedUuid, type IdSource } from '@outlay/time';
import { evolveAccount, isWholeAccount, type AccountState } from '../domain/account.js';
import { allowsAccount } from '../domain/allows-account.js';
import { decideAccount, type AccountCommand } from '../domain/decide-account.js';
import { CLOCK, EVENT_STORE, IDS } from '../ports.js';

export type LoadedAccount = LoadedStream<AccountState>;

export const ACCOUNT: StreamType<AccountState, AccountCommand, AccountEvent> = {
  noun: 'account',
  prefix: 'account-',
  schemas: accountEventSchemas,
  initial: null,
  decide: decideAccount,
  evolve: evolveAccount,
  allows: allowsAccount,
  isWhole: isWholeAccount,
};

@Injectable()
export class AccountStream extends CommandHandler<AccountState, AccountCommand, AccountEvent> {
  constructor(@Inject(EVENT_STORE) events: EventStore, @Inject(CLOCK) clock: Clock, @Inject(IDS) ids: IdSource) {
    super(ACCOUNT, events, clock, ids);
  }

  /** A repeated command changes nothing. */
  execute(userId: string, command: AccountCommand, context: MessageContext): Promise<LoadedAccount> {
    const eventId = (index: number) => (index === 0 ? command.id : derivedUuid(`${command.id}:${index}`));
    return this.handle(userId, context, () => command, { eventId });
  }
}
