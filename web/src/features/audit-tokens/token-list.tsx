import type { AuditTokenJson } from '@outlay/contracts';
import * as texts from '#strings/audit-tokens';
import { formatDate, formatInstant } from '#expense/format';
import { useMediaQuery } from '#lib/use-media-query';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { Table, Td, Th } from '#ui/table';
import { tokenStatus, type TokenStatus } from './tokens';

const BELOW_TABLE = '(width < 80rem)';

const LOOK = {
  active: { label: texts.active, tone: 'green' },
  expired: { label: texts.expired, tone: 'neutral' },
  revoked: { label: texts.revoked, tone: 'neutral' },
  ended: { label: texts.ended, tone: 'neutral' },
} as const satisfies Record<TokenStatus, unknown>;

export interface TokenListProps {
  tokens: readonly AuditTokenJson[];
  /** In milliseconds since the epoch. */
  now: number;
  /** Null for who may only look. */
  onRevoke: ((token: AuditTokenJson) => void) | null;
}

export function TokenList(props: TokenListProps) {
  return useMediaQuery(BELOW_TABLE) ? <TokenCards {...props} /> : <TokenTable {...props} />;
}

const expiryOf = ({ expires_at }: AuditTokenJson) => (expires_at === null ? texts.never : formatInstant(expires_at));
const lastUseOf = ({ last_used_on }: AuditTokenJson) =>
  last_used_on === null ? texts.never : formatDate(last_used_on);

function TokenTable({ tokens, now, onRevoke }: TokenListProps) {
  return (
    <Table aria-label={texts.list}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.madeBy}</Th>
          <Th>{texts.made}</Th>
          <Th>{texts.expires}</Th>
          <Th>{texts.lastUsed}</Th>
          <Th>{texts.status}</Th>
          {onRevoke && <Th>{texts.actions}</Th>}
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id} className="[&>td]:align-middle">
            <Td className="min-w-32 font-medium wrap-anywhere">{token.name}</Td>
            <Td className="min-w-44 wrap-anywhere">{token.created_by_email}</Td>
            <Td className="figures">{formatInstant(token.created_at)}</Td>
            <Td className="figures">{expiryOf(token)}</Td>
            <Td className="figures">{lastUseOf(token)}</Td>
            <Td>
              <span className="inline-flex flex-col items-start gap-0.5">
                <TokenBadge token={token} now={now} />
                <WhyEnded token={token} now={now} />
              </span>
            </Td>
            {onRevoke && (
              <Td>
                <RevokeButton token={token} onRevoke={onRevoke} />
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function TokenCards({ tokens, now, onRevoke }: TokenListProps) {
  return (
    <ul aria-label={texts.list} className="grid grid-cols-1 gap-3 md:grid-cols-2">
      {tokens.map((token) => (
        <li key={token.id} className="flex flex-col gap-1 rounded-xl border border-line bg-surface p-4 text-sm">
          <span className="flex items-start justify-between gap-3">
            <span className="min-w-0 text-base font-medium wrap-anywhere">{token.name}</span>
            <TokenBadge token={token} now={now} />
          </span>
          <WhyEnded token={token} now={now} />
          <span className="wrap-anywhere text-muted">
            {texts.usage(token.created_by_email, formatInstant(token.created_at))}
          </span>
          <span>{texts.expiry(expiryOf(token))}</span>
          <span className="mb-2">{texts.use(lastUseOf(token))}</span>
          {onRevoke && (
            <span className="mt-auto">
              <RevokeButton token={token} onRevoke={onRevoke} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function TokenBadge({ token, now }: { token: AuditTokenJson; now: number }) {
  const { label, tone } = LOOK[tokenStatus(token, now)];
  return <Badge tone={tone}>{label}</Badge>;
}

function WhyEnded({ token, now }: { token: AuditTokenJson; now: number }) {
  const why = whyEnded(token, now);
  return why === null ? null : <span className="text-xs wrap-anywhere text-muted">{why}</span>;
}

function whyEnded(token: AuditTokenJson, now: number): string | null {
  const { revoked_at, revoked_by_email, created_by_email } = token;
  if (revoked_at !== null && revoked_by_email !== null)
    return texts.revokedBy(revoked_by_email, formatInstant(revoked_at));
  return tokenStatus(token, now) === 'ended' ? texts.makerGone(created_by_email) : null;
}

function RevokeButton({ token, onRevoke }: { token: AuditTokenJson; onRevoke: (token: AuditTokenJson) => void }) {
  if (token.revoked_at !== null) return null;
  return (
    <Button size="sm" aria-label={texts.revokeNamed(token.name)} aria-haspopup="dialog" onClick={() => onRevoke(token)}>
      {texts.revoke}
    </Button>
  );
}
