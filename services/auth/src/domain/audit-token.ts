import { OutlayError, type TokenEvent, type TokenEventOf } from '@outlay/contracts';

type StoredTokenEvent = TokenEvent & {
  readonly at: string;
  readonly actor: { readonly id: string; readonly email: string };
};

/** An audit token. Instants are ISO strings in UTC, which compare as text. */
export interface AuditToken extends TokenTerms {
  readonly createdAt: string;
  readonly createdById: string;
  readonly createdByEmail: string;
  readonly revokedAt: string | null;
  readonly revokedById: string | null;
  readonly revokedByEmail: string | null;
}

export type TokenTerms = TokenEventOf<'TokenCreated'>['data'];
export type AuditTokenState = AuditToken | null;

export type AuditTokenCommand = { readonly type: 'Create'; readonly terms: TokenTerms } | { readonly type: 'Revoke' };

export function evolveAuditToken(state: AuditTokenState, { type, data, at, actor }: StoredTokenEvent): AuditTokenState {
  switch (type) {
    case 'TokenCreated':
      return {
        ...data,
        createdAt: at,
        createdById: actor.id,
        createdByEmail: actor.email,
        revokedAt: null,
        revokedById: null,
        revokedByEmail: null,
      };
    case 'TokenRevoked':
      return state && { ...state, revokedAt: at, revokedById: actor.id, revokedByEmail: actor.email };
    default:
      return state;
  }
}

/** Whether `decideAuditToken` could have made the event from the state. */
export function allowsAuditToken(state: AuditTokenState, { type }: StoredTokenEvent): boolean {
  return type === 'TokenCreated' ? state === null : state?.revokedAt === null;
}

export function decideAuditToken(command: AuditTokenCommand, state: AuditTokenState): readonly TokenEvent[] {
  if (command.type === 'Create') return state ? [] : [{ type: 'TokenCreated', data: command.terms }];
  if (!state) throw new OutlayError('NOT_FOUND', 'Token not found');
  return state.revokedAt === null ? [{ type: 'TokenRevoked', data: {} }] : [];
}

/** @param now an ISO instant */
export function isUsable({ revokedAt, expiresAt }: AuditToken, now: string): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}
