import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NoticeJson } from '@outlay/contracts';
import { ROLE_LABELS } from '@outlay/rules';
import * as texts from '#strings/notices';
import { formatInstant } from '#expense/format';
import { api } from '#lib/api';
import { messageOf } from '#lib/errors';
import { profileQuery } from '#lib/profile';
import { Button } from '#ui/button';
import { Notice } from '#ui/notice';
import { toast } from '#ui/toast';

/** Shows a super admin what others did to their account. */
export default function AccountNotices({ notices }: { notices: readonly NoticeJson[] }) {
  const queryClient = useQueryClient();
  const dismiss = useMutation({
    mutationFn: () => api('POST /api/auth/notices/dismiss', { body: { up_to: notices.at(-1)?.id ?? '' } }),
    onSuccess: () => queryClient.invalidateQueries(profileQuery),
    onError: (error) => toast.error(messageOf(error, texts.dismissFailed)),
  });
  return (
    <Notice tone="warning" className="mb-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ul className="min-w-0 space-y-1">
          {notices.map((notice) => (
            <li key={notice.id}>{textOf(notice)}</li>
          ))}
        </ul>
        <Button size="sm" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
          {texts.dismiss}
        </Button>
      </div>
    </Notice>
  );
}

function textOf({ kind, role, by_email: by, at }: NoticeJson): string {
  const on = formatInstant(at);
  switch (kind) {
    case 'role_changed':
      return texts.changedRole(by, role ? ROLE_LABELS[role] : '', on);
    case 'deactivated':
      return texts.deactivated(by, on);
    case 'reactivated':
      return texts.reactivated(by, on);
    case 'reset_code_issued':
      return texts.issuedCode(by, on);
    default:
      return kind satisfies never;
  }
}
