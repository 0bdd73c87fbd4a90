import { useQuery } from '@tanstack/react-query';
import type { UserJson } from '@outlay/contracts';
import { ROLE_LABELS } from '@outlay/rules';
import { useState } from 'react';
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
    resetCode.mutate(user, { onError: (error) => toast.error(messageOf(error, 'Failed to generate reset code')) });

  return (
    <div>
      <h2 className="mb-3 text-base font-semibold">Users</h2>
      {resetCode.isError && (
        <ErrorNotice error={resetCode.error} fallback="Failed to generate reset code" className="mb-3" />
      )}
      {users.isPending && <SkeletonRows label="Loading users..." rows={4} />}
      {users.isError && !users.data && <Unavailable query={users} />}
      {users.data && (
        <Table aria-label="Users">
          <thead>
            <tr>
              <Th>Name</Th>
              <Th>Email</Th>
              <Th>Role</Th>
              <Th>Status</Th>
              <Th>Reimb. Currency</Th>
              <Th>Actions</Th>
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
          {user.status === 'active' ? 'Active' : 'Inactive'}
        </Badge>
      </Td>
      <Td>{user.reimbursement_currency}</Td>
      <Td>
        <span className="flex gap-2 whitespace-nowrap">
          <Button size="sm" aria-label={`Edit ${name}`} aria-haspopup="dialog" onClick={() => onEdit(user)}>
            Edit
          </Button>
          <Button size="sm" aria-label={`Reset Code for ${name}`} onClick={() => onResetCode(user)}>
            Reset Code
          </Button>
        </span>
      </Td>
    </tr>
  );
}
