import { ROLE_LABELS } from '@outlay/rules';
import * as texts from '#strings/users';
import { useMayAct } from '#panel/use-may-act';
import { Table, Td, Th } from '#ui/table';
import { InviteBadge, InviteExpiry, InviteToken, type InviteListProps } from './invite-parts';

export function InviteTable({ invites, now }: InviteListProps) {
  const mayAct = useMayAct();
  return (
    <Table aria-label={texts.invites}>
      <thead>
        <tr>
          <Th>{texts.email}</Th>
          <Th>{texts.role}</Th>
          {mayAct && <Th>{texts.token}</Th>}
          <Th>{texts.expires}</Th>
          <Th>{texts.status}</Th>
        </tr>
      </thead>
      <tbody>
        {invites.map((invite) => (
          <tr key={invite.id} className="[&>td]:align-middle">
            <Td className="min-w-44 wrap-anywhere">{invite.email || texts.anyone}</Td>
            <Td className="whitespace-nowrap">{ROLE_LABELS[invite.role]}</Td>
            {mayAct && (
              <Td>
                <InviteToken invite={invite} now={now} />
              </Td>
            )}
            <Td className="figures">
              <InviteExpiry invite={invite} now={now} />
            </Td>
            <Td>
              <InviteBadge invite={invite} now={now} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
