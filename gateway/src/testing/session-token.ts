import { createHmac } from 'node:crypto';

export const SECRET = 'a secret of the tests, long enough to be one';

export interface TokenParts {
  readonly header?: Record<string, unknown>;
  readonly payload?: Record<string, unknown>;
  readonly secret?: string;
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Builds a JWT by hand, so that invalid ones can be built, too. */
export function sessionToken(userId: string, { header, payload, secret = SECRET }: TokenParts = {}): string {
  const claims = { sub: userId, email: `${userId}@example.com`, role: 'team_member', ver: 1, use: 'session' };
  const signed = [
    encode({ alg: 'HS256', typ: 'JWT', ...header }),
    encode({ ...claims, exp: Date.parse('2026-03-01T18:00:00Z') / 1000, ...payload }),
  ].join('.');
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
