import {
  noLongerWaits,
  OutlayError,
  requireMayAnswer,
  type InviteEvent,
  type InviteEventOf,
  type PendingAnswer,
} from '@outlay/contracts';
import { assertRedeemable, type Redemption } from './invite.rules.js';
import type { InviteState, InviteTerms } from './invite.js';

export type InviteCommand =
  /** `waits` for another super admin. */
  | { readonly type: 'Create'; readonly terms: InviteTerms; readonly waits: boolean }
  | { readonly type: 'Answer'; readonly answer: PendingAnswer; readonly by: string }
  | { readonly type: 'Import'; readonly invite: InviteEventOf<'InviteImported'>['data'] }
  /** `first` are the terms of the first invite, whose events begin here. */
  | { readonly type: 'Redeem'; readonly by: Redemption; readonly first: InviteTerms | null };

export function decideInvite(command: InviteCommand, state: InviteState): readonly InviteEvent[] {
  if (command.type === 'Create') return state ? [] : created(command.terms, command.waits);
  if (command.type === 'Answer') return answered(state, command.answer, command.by);
  if (command.type === 'Import') return state ? [] : [{ type: 'InviteImported', data: command.invite }];
  const { by, first } = command;
  const invite = state ?? (first && { ...first, usedBy: null, confirmation: null });
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

function answered(state: InviteState, answer: PendingAnswer, by: string): InviteEvent[] {
  if (!state) throw new OutlayError('NOT_FOUND', 'Invite not found');
  if (state.confirmation?.status !== 'waiting') throw noLongerWaits();
  requireMayAnswer(state.confirmation, by, answer);
  return [{ type: ANSWERED[answer], data: {} }];
}
