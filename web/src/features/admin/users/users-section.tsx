import { useQuery } from '@tanstack/react-query';
import type { UserJson } from '@outlay/contracts';
import { ROLE_LABELS } from '@outlay/rules';
import { useState } from 'react';
import * as texts from '#strings/users';
import { messageOf } from '../../../lib/errors';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { SkeletonRows } from '../../../ui/skeleton';
import { Table, Td, Th } from '../../../ui/table';
import { ErrorNotice } from '../../../ui/notice';
import { toast } from '../../../ui/toast';
import { usersQuery } from '../api/admin-queries';
import { isLastSuperAdmin, useCreateResetCode } from '../api/users';
import { Unavailable } from '../components/unavailable';
import { EditUserDialog } from './edit-user-dialog';
import { ResetCodeDialog } from './reset-code-dialog';

export function UsersSection() {
  const users = useQuery(usersQuery);
  const [editing, setEditing] = useState<UserJson | null>(null);
  const resetCode = useCreateResetCode();
  const createCode = (user: UserJson) =>
    !resetCode.isPending &&
    resetCode.mutate(user, { onError: (error) => toast.error(messageOf(error, texts.codeFailed)) });

  return (
    <div>
      <h2 className="mb-3 text-base font-semibold">{texts.title}</h2>
      {resetCode.isError && <ErrorNotice error={resetCode.error} fallback={texts.codeFailed} className="mb-3" />}
      {users.isPending && <SkeletonRows label={texts.loading} rows={8} />}
      {users.isError && !users.data && <Unavailable query={users} />}
      {users.data && (
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
            {users.data.map((user) => (
              <UserRow key={user.id} user={user} onEdit={setEditing} onResetCode={createCode} />
            ))}
          </tbody>
        </Table>
      )}
      {editing && users.data && (
        <EditUserDialog
          user={editing}
          isLast={isLastSuperAdmin(editing, users.data)}
          onClose={() => setEditing(null)}
        />
      )}
      {resetCode.data && <ResetCodeDialog user={resetCode.variables} code={resetCode.data} onClose={resetCode.reset} />}
    </div>
  );
}

interface UserRowProps {
  user: UserJson;
  onEdit: (user: UserJson) => void;
  onResetCode: (user: UserJson) => void;
}

function UserRow({ user, onEdit, onResetCode }: UserRowProps) {
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <tr className="[&>td]:align-middle">
      <Td className="font-medium whitespace-nowrap">{name}</Td>
      <Td>{user.email}</Td>
      <Td className="whitespace-nowrap">{ROLE_LABELS[user.role]}</Td>
      <Td>
        <Badge tone={user.status === 'active' ? 'green' : 'neutral'}>
          {user.status === 'active' ? texts.active : texts.inactive}
        </Badge>
      </Td>
      <Td>{user.reimbursement_currency}</Td>
      <Td>
        <span className="flex gap-2 whitespace-nowrap">
          <Button size="sm" aria-label={texts.editNamed(name)} aria-haspopup="dialog" onClick={() => onEdit(user)}>
            {texts.edit}
          </Button>
          <Button size="sm" aria-label={texts.resetCodeFor(name)} onClick={() => onResetCode(user)}>
            {texts.resetCode}
          </Button>
        </span>
      </Td>
    </tr>
  );
}
