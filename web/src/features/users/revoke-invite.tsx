import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { InviteJson } from '@outlay/contracts';
import * as texts from '#strings/users';
import { api } from '#lib/api';
import { messageOf } from '#lib/errors';
import { Button } from '#ui/button';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { ErrorNotice } from '#ui/notice';
import { toast } from '#ui/toast';
import { invitesQuery } from './invites';

export function RevokeInvite({ invite: { id, email } }: { invite: InviteJson }) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const whom = email || texts.anyone;
  const revoke = useMutation({
    mutationFn: () => api('DELETE /api/admin/invites/{id}', { params: { id } }),
    // Somebody may have used or revoked it meanwhile.
    onSettled: () => queryClient.invalidateQueries(invitesQuery),
  });
  const confirm = () =>
    revoke.mutate(undefined, {
      onSuccess: () => {
        toast.success(texts.inviteRevokeDone);
        setAsking(false);
      },
      onError: (error) => toast.error(messageOf(error, texts.inviteRevokeFailed)),
    });
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={texts.revokeInviteFor(whom)} onClick={() => setAsking(true)}>
        {texts.revokeInvite}
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          danger
          title={texts.revokeInviteTitle}
          confirmLabel={texts.revokeInvite}
          busy={revoke.isPending}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          <p>{texts.revokeInviteText(whom)}</p>
          {revoke.isError && <ErrorNotice error={revoke.error} fallback={texts.inviteRevokeFailed} className="mt-3" />}
        </ConfirmDialog>
      )}
    </>
  );
}
