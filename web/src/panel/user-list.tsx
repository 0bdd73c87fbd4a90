import type { UserJson } from '@outlay/contracts';
import { ROLE_LABELS } from '@outlay/rules';
import type { ReactNode } from 'react';
import * as texts from '#strings/users';
import { useMediaQuery } from '#lib/use-media-query';
import { Badge } from '#ui/badge';
import { Table, Td, Th } from '#ui/table';
import { nameOf } from './user-name';

/** Below this width, people and invites are cards. */
export const BELOW_TABLE = '(width < 80rem)';

export interface UserListProps {
  users: readonly UserJson[];
  actions?: (user: UserJson) => ReactNode;
}

export function UserList(props: UserListProps) {
  return useMediaQuery(BELOW_TABLE) ? <UserCards {...props} /> : <UserTable {...props} />;
}

function UserTable({ users, actions }: UserListProps) {
  return (
    <Table aria-label={texts.title}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.email}</Th>
          <Th>{texts.role}</Th>
          <Th>{texts.status}</Th>
          <Th>{texts.currency}</Th>
          {actions && <Th>{texts.actions}</Th>}
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id} className="[&>td]:align-middle">
            <Td className="min-w-32 font-medium wrap-anywhere">{nameOf(user)}</Td>
            <Td className="min-w-44 wrap-anywhere">{user.email}</Td>
            <Td className="whitespace-nowrap">{ROLE_LABELS[user.role]}</Td>
            <Td>
              <UserStatus status={user.status} />
            </Td>
            <Td>{user.reimbursement_currency}</Td>
            {actions && <Td>{actions(user)}</Td>}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function UserCards({ users, actions }: UserListProps) {
  return (
    <ul aria-label={texts.title} className="grid grid-cols-1 gap-3 md:grid-cols-2">
      {users.map((user) => (
        <li key={user.id} className="flex flex-col gap-1 rounded-xl border border-line bg-surface p-4 text-sm">
          <span className="flex items-start justify-between gap-3">
            <span className="min-w-0 text-base font-medium wrap-anywhere">{nameOf(user)}</span>
            <UserStatus status={user.status} />
          </span>
          <span className="wrap-anywhere text-muted">{user.email}</span>
          <span>{texts.roleAndCurrency(ROLE_LABELS[user.role], user.reimbursement_currency)}</span>
          {actions && <span className="mt-auto pt-2">{actions(user)}</span>}
        </li>
      ))}
    </ul>
  );
}

function UserStatus({ status }: Pick<UserJson, 'status'>) {
  const isActive = status === 'active';
  return <Badge tone={isActive ? 'green' : 'neutral'}>{isActive ? texts.active : texts.inactive}</Badge>;
}
