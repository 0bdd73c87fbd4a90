import { ROLE_LABELS } from '@outlay/rules';
import * as texts from '#strings/users';
import { Table, Td, Th } from '#ui/table';
import { nameOf, UserActions, type UserListProps } from './user-actions';
import { UserStatus } from './user-status';

export function UserTable({ users, ...actions }: UserListProps) {
  return (
    <Table aria-label={texts.title}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.email}</Th>
          <Th>{texts.role}</Th>
          <Th>{texts.status}</Th>
          <Th>{texts.currency}</Th>
          <Th>{texts.actions}</Th>
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
            <Td>
              <UserActions user={user} {...actions} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
