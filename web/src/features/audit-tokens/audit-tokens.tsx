import type { AuditTokenJson } from '@outlay/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#strings/audit-tokens';
import { messageOf } from '#lib/errors';
import { Unavailable } from '#panel/unavailable';
import { useMayAct } from '#panel/use-may-act';
import { useNow } from '#lib/use-now';
import { Card, CardTitle } from '#ui/card';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { EmptyState } from '#ui/empty-state';
import { ErrorNotice } from '#ui/notice';
import { SkeletonRows } from '#ui/skeleton';
import { toast } from '#ui/toast';
import { CreateToken } from './create-token';
import { TokenList } from './token-list';
import { auditTokensQuery, useRevokeToken } from './tokens';

export default function AuditTokens() {
  return (
    <Card className="p-5" aria-labelledby="audit-tokens-title">
      <CardTitle id="audit-tokens-title" className="mb-1.5">
        {texts.title}
      </CardTitle>
      <Tokens />
    </Card>
  );
}

/** The tokens that read the trail; super admins make and revoke them, auditors see them. */
export function Tokens() {
  const tokens = useQuery(auditTokensQuery);
  const mayAct = useMayAct();
  const now = useNow();
  const revoke = useRevokeToken();
  const [revoking, setRevoking] = useState<AuditTokenJson | null>(null);
  const confirm = (token: AuditTokenJson) =>
    revoke.mutate(token, {
      onSuccess: () => {
        toast.success(texts.revokeDone);
        setRevoking(null);
      },
      onError: (error) => toast.error(messageOf(error, texts.revokeFailed)),
    });

  return (
    <>
      <p className="max-w-3xl text-sm text-muted">{texts.text}</p>
      {mayAct && <CreateToken />}
      <div className="mt-6">
        {tokens.isPending && <SkeletonRows label={texts.loading} rows={3} />}
        {tokens.isError && !tokens.data && <Unavailable query={tokens} />}
        {tokens.data?.length === 0 && <EmptyState title={texts.none} />}
        {tokens.data && tokens.data.length > 0 && (
          <TokenList tokens={tokens.data} now={now} onRevoke={mayAct ? setRevoking : null} />
        )}
      </div>
      {revoking && (
        <ConfirmDialog
          open
          danger
          title={texts.revokeTitle}
          confirmLabel={texts.revoke}
          busy={revoke.isPending}
          onConfirm={() => confirm(revoking)}
          onClose={() => setRevoking(null)}
        >
          <p>{texts.revokeText(revoking.name)}</p>
          {revoke.isError && <ErrorNotice error={revoke.error} fallback={texts.revokeFailed} className="mt-3" />}
        </ConfirmDialog>
      )}
    </>
  );
}
