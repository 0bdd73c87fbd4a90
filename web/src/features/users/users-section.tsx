import { useQuery } from '@tanstack/react-query';
import type { UserJson } from '@outlay/contracts';
import { useState } from 'react';
import * as texts from '#strings/users';
import { messageOf } from '#lib/errors';
import { ErrorNotice } from '#ui/notice';
import { SkeletonRows } from '#ui/skeleton';
import { toast } from '#ui/toast';
import { usersQuery } from '#panel/queries';
import { isLastSuperAdmin, useCreateResetCode } from './users';
import { Unavailable } from '#panel/unavailable';
import { UserList } from '#panel/user-list';
import { EditUserDialog } from './edit-user-dialog';
import { HistoryDialog } from './history-dialog';
import { ResetCodeDialog } from './reset-code-dialog';
import { UserActions } from './user-actions';

export function UsersSection() {
  const users = useQuery(usersQuery);
  const [editing, setEditing] = useState<UserJson | null>(null);
  const [reading, setReading] = useState<UserJson | null>(null);
  const resetCode = useCreateResetCode();
  const createCode = (user: UserJson) =>
    !resetCode.isPending &&
    resetCode.mutate(user, {
      onSuccess: ({ pending_change }) => pending_change && toast.success(texts.waits),
      onError: (error) => toast.error(messageOf(error, texts.codeFailed)),
    });

  return (
    <div>
      <h2 className="mb-3 text-base font-semibold">{texts.title}</h2>
      {resetCode.isError && <ErrorNotice error={resetCode.error} fallback={texts.codeFailed} className="mb-3" />}
      {users.isPending && <SkeletonRows label={texts.loading} rows={8} />}
      {users.isError && !users.data && <Unavailable query={users} />}
      {users.data && (
        <UserList
          users={users.data}
          actions={(user) => (
            <UserActions user={user} onEdit={setEditing} onResetCode={createCode} onHistory={setReading} />
          )}
        />
      )}
      {editing && users.data && (
        <EditUserDialog
          user={editing}
          isLast={isLastSuperAdmin(editing, users.data)}
          onClose={() => setEditing(null)}
        />
      )}
      {reading && <HistoryDialog user={reading} onClose={() => setReading(null)} />}
      {resetCode.data && !resetCode.data.pending_change && (
        <ResetCodeDialog user={resetCode.variables} code={resetCode.data} onClose={resetCode.reset} />
      )}
    </div>
  );
}
