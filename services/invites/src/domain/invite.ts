import type { InviteConfirmation, InviteEvent, InviteEventOf } from '@outlay/contracts';

export type StoredInviteEvent = InviteEvent & {
  readonly revision: number;
  readonly at: string;
  readonly actor: { readonly id: string; readonly email: string };
};

/** An invite. Instants are ISO strings in UTC, which compare as text. */
export interface Invite extends InviteTerms {
  /** The id of the account that created it; null if the product did. */
  readonly createdBy: string | null;
  readonly usedAt: string | null;
  /** An email. */
  readonly usedBy: string | null;
  /** Null unless another super admin was asked to confirm it. */
  readonly confirmation: InviteConfirmation | null;
  readonly isConfirmed?: true;
  /** An email. */
  readonly revokedBy?: string;
}

/** `email` is null for the first invite, which any email may redeem. */
export type InviteTerms = InviteEventOf<'InviteCreated'>['data'];
export type InviteState = Invite | null;

export function evolveInvite(state: InviteState, { type, data, at, actor }: StoredInviteEvent): InviteState {
  switch (type) {
    case 'InviteCreated':
      return {
        ...data,
        createdBy: data.email === null ? null : actor.id,
        usedAt: null,
        usedBy: null,
        confirmation: null,
      };
    case 'InviteConfirmationRequested': {
      const { id: requestedById, email: requestedByEmail } = actor;
      return (
        state && { ...state, confirmation: { status: 'waiting', requestedById, requestedByEmail, requestedAt: at } }
      );
    }
    case 'InviteConfirmed':
      return state && { ...state, confirmation: null, isConfirmed: true };
    case 'InviteRefused':
      return ended(state, 'refused');
    case 'InviteWithdrawn':
      return ended(state, 'withdrawn');
    case 'InviteRevoked':
      return state && { ...state, revokedBy: actor.email };
    case 'InviteRedeemed':
      return state && { ...state, usedAt: at, usedBy: data.email };
    default:
      return state;
  }
}

function ended(state: InviteState, status: InviteConfirmation['status']): InviteState {
  return state?.confirmation ? { ...state, confirmation: { ...state.confirmation, status } } : state;
}

/** Whether only a confirmation is missing, which an invite for a super admin needs if there is another one. */
export function isUnconfirmed({ role, confirmation, isConfirmed, usedBy }: Invite): boolean {
  return role === 'super_admin' && confirmation === null && isConfirmed !== true && usedBy === null;
}
