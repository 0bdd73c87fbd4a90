import { ROLE_LABELS } from '@outlay/rules';
import * as texts from '#strings/users';
import { InviteBadge, InviteExpiry, InviteToken, type InviteListProps } from './invite-parts';

export function InviteCards({ invites, now }: InviteListProps) {
  return (
    <ul aria-label={texts.invites} className="grid grid-cols-1 gap-3 md:grid-cols-2">
      {invites.map((invite) => (
        <li key={invite.id} className="space-y-1 rounded-xl border border-line bg-surface p-4 text-sm">
          <div className="flex items-start justify-between gap-3">
            <span className="min-w-0 font-medium wrap-anywhere">{invite.email || texts.anyone}</span>
            <InviteBadge invite={invite} now={now} />
          </div>
          <p>{ROLE_LABELS[invite.role]}</p>
          <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
            <span className="figures text-muted">
              <InviteExpiry invite={invite} now={now} />
            </span>
            <InviteToken invite={invite} now={now} />
          </div>
        </li>
      ))}
    </ul>
  );
}
