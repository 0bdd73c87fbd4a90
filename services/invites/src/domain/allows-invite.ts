import type { InviteEventType } from '@outlay/contracts';
import { isUnconfirmed, type Invite, type InviteState, type StoredInviteEvent } from './invite.js';

type Rule = (invite: Invite, event: StoredInviteEvent) => boolean;
type LaterType = Exclude<InviteEventType, 'InviteCreated'>;

const RULES: Readonly<Record<LaterType, Rule>> = {
  // The request belongs to the command that made the invite.
  InviteConfirmationRequested: (invite, { revision }) =>
    revision === 1 && invite.createdBy !== null && isOpen(invite) && isUnconfirmed(invite),
  InviteConfirmed: (invite, { actor }) => isOpen(invite) && makerOf(invite) !== actor.id && waits(invite),
  InviteRefused: (invite, { actor }) => isOpen(invite) && makerOf(invite) !== actor.id && isAsked(invite),
  InviteWithdrawn: (invite, { actor }) => isOpen(invite) && makerOf(invite) === actor.id && isAsked(invite),
  InviteRevoked: isOpen,
  InviteRedeemed: (invite, { type, data }) =>
    isOpen(invite) &&
    invite.confirmation === null &&
    type === 'InviteRedeemed' &&
    (invite.email === null || invite.email === data.email),
};

/** Whether `decideInvite` could have made the event from the state; of its expiry, the clock decides. */
export function allowsInvite(state: InviteState, event: StoredInviteEvent): boolean {
  if (event.type === 'InviteCreated') return state === null;
  return state !== null && RULES[event.type](state, event);
}

function isOpen({ usedBy, revokedBy }: Invite): boolean {
  return usedBy === null && revokedBy === undefined;
}

function isAsked({ confirmation }: Invite): boolean {
  return confirmation?.status === 'waiting';
}

function waits(invite: Invite): boolean {
  return isAsked(invite) || isUnconfirmed(invite);
}

function makerOf({ confirmation, createdBy }: Invite): string | null {
  return confirmation?.requestedById ?? createdBy;
}
