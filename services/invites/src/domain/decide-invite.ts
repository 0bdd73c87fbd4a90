import type { InviteEvent, InviteEventOf } from '@outlay/contracts';
import { assertRedeemable, type Redemption } from './invite.rules.js';
import type { InviteState, InviteTerms } from './invite.js';

export type InviteCommand =
  | { readonly type: 'Create'; readonly terms: InviteTerms }
  | { readonly type: 'Import'; readonly invite: InviteEventOf<'InviteImported'>['data'] }
  /** `first` are the terms of the first invite, whose events begin here. */
  | { readonly type: 'Redeem'; readonly by: Redemption; readonly first: InviteTerms | null };

export function decideInvite(command: InviteCommand, state: InviteState): readonly InviteEvent[] {
  if (command.type === 'Create') return state ? [] : [{ type: 'InviteCreated', data: command.terms }];
  if (command.type === 'Import') return state ? [] : [{ type: 'InviteImported', data: command.invite }];
  const { by, first } = command;
  const invite = state ?? (first && { ...first, usedBy: null });
  assertRedeemable(invite, by);
  if (invite.usedBy === by.email) return [];
  const redeemed: InviteEvent = { type: 'InviteRedeemed', data: { email: by.email } };
  return !state && first ? [{ type: 'InviteCreated', data: first }, redeemed] : [redeemed];
}
