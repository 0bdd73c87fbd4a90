import type { ExpenseJson } from '@outlay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as texts from '#strings/admin-edit';
import { refetchExpense } from '#expense/change-lists';
import { scrollIntoView } from '#lib/scroll-into-view';
import { Button } from '#ui/button';
import { Notice } from '#ui/notice';
import { ALL_EXPENSES } from '#panel/queries';

export interface ConflictNoticeProps {
  expense: ExpenseJson;
  onNewer: (newer: ExpenseJson) => void;
}

export function ConflictNotice({ expense, onNewer }: ConflictNoticeProps) {
  const queryClient = useQueryClient();
  const newer = useMutation({
    mutationFn: () => refetchExpense(queryClient, ALL_EXPENSES, expense),
    onSuccess: onNewer,
  });
  return (
    <div ref={scrollIntoView}>
      <Notice tone="error">
        <p>{texts.conflict}</p>
        <Button size="sm" className="mt-2" busy={newer.isPending} onClick={() => newer.mutate()}>
          {texts.loadNewer}
        </Button>
        {newer.isError && <p className="mt-2">{texts.newerFailed}</p>}
      </Notice>
    </div>
  );
}
