import { allowsOnlyWhatIsDecided } from '@outlay/event-sourcing/testing/allowed-events';
import type { InviteCommand } from '../domain/decide-invite.js';
import type { InviteTerms } from '../domain/invite.js';
import { INVITE } from './invite-stream.js';

const createdAt = '2026-06-15T10:00:00.000Z';
const expiresAt = '2026-09-15T10:00:00.000Z';
const terms = { email: 'ann@x.org', role: 'super_admin', createdAt, expiresAt } as const;
const redemption = { now: new Date(createdAt), usersExist: true, isBacked: true, needsConfirmation: false };
const by = (id: string) => ({ id, email: `${id}@x.org`, role: 'super_admin' });

const redeem = (email: string, first: InviteTerms | null) =>
  ({ type: 'Redeem', by: { ...redemption, email, usersExist: first === null }, first }) as const;
const commands: readonly (readonly [string, InviteCommand])[] = [
  ['boss', { type: 'Create', terms, waits: false }],
  ['boss', { type: 'Create', terms, waits: true }],
  ['boss', { type: 'Create', terms: { ...terms, role: 'partner' }, waits: false }],
  ['boss', { type: 'Revoke' }],
  ['invited', redeem('ann@x.org', null)],
  ['invited', redeem('eve@x.org', { ...terms, email: null })],
  ...(['confirm', 'refuse', 'withdraw'] as const).flatMap((answer) =>
    ['boss', 'second'].flatMap((id) =>
      [true, false].map((waits) => [id, { type: 'Answer', answer, by: id, waits }] as const),
    ),
  ),
];

describe('of an invite', () => {
  allowsOnlyWhatIsDecided(INVITE, {
    commands: () => commands.map(([id, command]) => ({ command, actor: by(id) })),
  });
});
