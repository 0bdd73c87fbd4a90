import type { InviteEvent, InviteEventOf } from '@outlay/contracts';

type StoredInviteEvent = InviteEvent & { readonly at: string; readonly actor: { readonly id: string } };

/** Instants are ISO strings in UTC, which compare as text. */
export interface Invite extends InviteTerms {
  /** The id of the account that created it; null if the product did, or an older release. */
  readonly createdBy: string | null;
  readonly usedAt: string | null;
  /** An email. */
  readonly usedBy: string | null;
}

/** `email` is null for the first invite, which any email may redeem. */
export type InviteTerms = InviteEventOf<'InviteCreated'>['data'];
export type InviteState = Invite | null;

export function evolveInvite(state: InviteState, { type, data, at, actor }: StoredInviteEvent): InviteState {
  switch (type) {
    case 'InviteCreated':
      return { ...data, createdBy: data.email === null ? null : actor.id, usedAt: null, usedBy: null };
    case 'InviteImported':
      return { ...data, createdBy: null };
    case 'InviteRedeemed':
      return state && { ...state, usedAt: at, usedBy: data.email };
    default:
      return state;
  }
}
