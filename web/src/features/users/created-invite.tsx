import * as texts from '#strings/users';
import type { Reply } from '#lib/routes';
import { formatInstant } from '#expense/format';
import { CopyButton } from '#ui/copy-button';
import { inviteLink } from './invites';

export function CreatedInvite({ invite }: { invite: Reply<'POST /api/auth/invites'> }) {
  return (
    <div role="status" className="mt-5 rounded-lg bg-success-soft p-4 text-sm">
      <p className="font-medium text-success">{texts.inviteCreated(invite.email)}</p>
      {invite.confirmation && <p className="mt-1">{texts.inviteWaits}</p>}
      <p className="mt-1 text-muted">{texts.inviteExpires(formatInstant(invite.expires_at))}</p>
      <code className="mt-3 block rounded-md border border-line bg-surface px-2.5 py-2 font-mono text-xs wrap-anywhere">
        {invite.token}
      </code>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton size="sm" label={texts.copyToken} text={invite.token} />
        <CopyButton size="sm" label={texts.copyInviteLink} text={inviteLink(invite)} />
      </div>
    </div>
  );
}
