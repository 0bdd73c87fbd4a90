import { noLongerWaits, OutlayError, requireMayAnswer, type InviteEvent, type PendingAnswer } from '@outlay/contracts';
import { alreadyUsed, assertRedeemable, type Redemption } from './invite.rules.js';
import { isUnconfirmed, type Invite, type InviteState, type InviteTerms } from './invite.js';

export type InviteCommand =
  /** `waits` if another super admin must confirm it. */
  | { readonly type: 'Create'; readonly terms: InviteTerms; readonly waits: boolean }
  /** `waits`: its maker was the only super admin, and others must confirm it now. */
  | { readonly type: 'Answer'; readonly answer: PendingAnswer; readonly by: string; readonly waits: boolean }
  | { readonly type: 'Revoke' }
  /** `first` are the terms of the first invite, whose events begin here. */
  | { readonly type: 'Redeem'; readonly by: Redemption; readonly first: InviteTerms | null };

export function decideInvite(command: InviteCommand, state: InviteState): readonly InviteEvent[] {
  if (command.type === 'Create') return state ? [] : created(command.terms, command.waits);
  if (command.type === 'Answer') return answered(state, command);
  if (command.type === 'Revoke') return revoked(state);
  const { by, first } = command;
  const invite = state ?? (first && { ...first, createdBy: null, usedAt: null, usedBy: null, confirmation: null });
  assertRedeemable(invite, by);
  if (invite.usedBy === by.email) return [];
  const redeemed: InviteEvent = { type: 'InviteRedeemed', data: { email: by.email } };
  return !state && first ? [{ type: 'InviteCreated', data: first }, redeemed] : [redeemed];
}

function created(terms: InviteTerms, waits: boolean): InviteEvent[] {
  const event: InviteEvent = { type: 'InviteCreated', data: terms };
  return waits ? [event, { type: 'InviteConfirmationRequested', data: {} }] : [event];
}

const ANSWERED = { confirm: 'InviteConfirmed', refuse: 'InviteRefused', withdraw: 'InviteWithdrawn' } as const;

function answered(
  state: InviteState,
  { answer, by, waits }: Extract<InviteCommand, { type: 'Answer' }>,
): InviteEvent[] {
  const invite = requireInvite(state);
  const isAsked = invite.confirmation?.status === 'waiting';
  if (invite.revokedBy !== undefined || !(isAsked || (waits && isUnconfirmed(invite)))) throw noLongerWaits();
  requireMayAnswer({ requestedById: invite.confirmation?.requestedById ?? invite.createdBy ?? '' }, by, answer);
  if (!isAsked && answer !== 'confirm') return [{ type: 'InviteRevoked', data: {} }];
  return [{ type: ANSWERED[answer], data: {} }];
}

function revoked(state: InviteState): InviteEvent[] {
  const invite = requireInvite(state);
  if (invite.usedBy !== null) throw new OutlayError('CONFLICT', alreadyUsed);
  return invite.revokedBy === undefined ? [{ type: 'InviteRevoked', data: {} }] : [];
}

function requireInvite(state: InviteState): Invite {
  if (!state) throw new OutlayError('NOT_FOUND', 'Invite not found');
  return state;
}
