import { Inject, Injectable } from '@nestjs/common';
import { inviteEventSchemas, type InviteEvent, type MessageContext } from '@outlay/contracts';
import { CommandHandler, foldUntil, type LoadedStream, type StreamType } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Clock, IdSource } from '@outlay/time';
import { allowsInvite } from '../domain/allows-invite.js';
import { decideInvite, type InviteCommand } from '../domain/decide-invite.js';
import { evolveInvite, type InviteState } from '../domain/invite.js';
import { CLOCK, EVENT_STORE, IDS } from '../ports.js';

export type LoadedInvite = LoadedStream<InviteState>;

export const INVITE: StreamType<InviteState, InviteCommand, InviteEvent> = {
  noun: 'invite',
  prefix: 'invite-',
  schemas: inviteEventSchemas,
  initial: null,
  decide: decideInvite,
  evolve: evolveInvite,
  allows: allowsInvite,
};

@Injectable()
export class InviteStream extends CommandHandler<InviteState, InviteCommand, InviteEvent> {
  constructor(@Inject(EVENT_STORE) events: EventStore, @Inject(CLOCK) clock: Clock, @Inject(IDS) ids: IdSource) {
    super(INVITE, events, clock, ids);
  }

  /** All invites, as they were. */
  allUntil(asOf: string): Promise<LoadedInvite[]> {
    return foldUntil(INVITE, this.events, { asOf });
  }

  execute(id: string, command: InviteCommand, context: MessageContext): Promise<LoadedInvite> {
    return this.handle(id, context, () => command);
  }
}
