import type { UserJson } from '@outlay/contracts';
import { useState } from 'react';
import * as texts from '#strings/users';
import type { Reply } from '#lib/routes';
import { Button } from '#ui/button';
import { CopyButton } from '#ui/copy-button';
import { Dialog } from '#ui/dialog';
import { useNow } from '#lib/use-now';

const DEFAULT_SECONDS = 3600;

export interface ResetCodeDialogProps {
  user: UserJson;
  code: Pick<Reply<'POST /api/admin/users/{id}/reset-code'>, 'reset_code' | 'expires_in_seconds'>;
  onClose: () => void;
}

export function ResetCodeDialog({ user, code, onClose }: ResetCodeDialogProps) {
  const now = useNow();
  const [createdAt] = useState(now);
  const elapsed = (now - createdAt) / 1000;
  const minutes = Math.round(((code.expires_in_seconds || DEFAULT_SECONDS) - elapsed) / 60);
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.codeTitle}
      description={`${user.first_name} ${user.last_name}, ${user.email}`}
      footer={<Button onClick={onClose}>{texts.done}</Button>}
    >
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-3">
        <code className="figures font-mono text-2xl font-semibold tracking-[0.3em]">{code.reset_code}</code>
        <CopyButton text={code.reset_code} />
      </div>
      <p className="mt-3 text-sm text-muted">{minutes > 0 ? texts.codeExpires(minutes) : texts.codeExpired}</p>
      <p className="mt-3 text-sm">{texts.codeText}</p>
    </Dialog>
  );
}
