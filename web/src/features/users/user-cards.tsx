import { ROLE_LABELS } from '@outlay/rules';
import * as texts from '#strings/users';
import { nameOf, UserActions, type UserListProps } from './user-actions';
import { UserStatus } from './user-status';

export function UserCards({ users, ...actions }: UserListProps) {
  return (
    <ul aria-label={texts.title} className="grid gap-3 md:grid-cols-2">
      {users.map((user) => (
        <li key={user.id} className="flex flex-col gap-1 rounded-xl border border-line bg-surface p-4 text-sm">
          <span className="flex items-start justify-between gap-3">
            <span className="min-w-0 text-base font-medium wrap-anywhere">{nameOf(user)}</span>
            <UserStatus status={user.status} />
          </span>
          <span className="wrap-anywhere text-muted">{user.email}</span>
          <span className="mb-2">{texts.roleAndCurrency(ROLE_LABELS[user.role], user.reimbursement_currency)}</span>
          <span className="mt-auto">
            <UserActions user={user} {...actions} />
          </span>
        </li>
      ))}
    </ul>
  );
}
