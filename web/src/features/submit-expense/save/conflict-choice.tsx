import type { ExpenseJson } from '@outlay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as texts from '#strings/save-outcome';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { Button } from '#ui/button';

export interface ConflictChoiceProps {
  expense: ExpenseJson;
  onKeepTyped: (latest: ExpenseJson) => void;
  onReload: (latest: ExpenseJson) => void;
}

export function ConflictChoice({ expense, onKeepTyped, onReload }: ConflictChoiceProps) {
  const queryClient = useQueryClient();
  const latest = useMutation({
    mutationFn: async () => {
      const { refetchExpense } = await import('#expense/change-lists');
      return refetchExpense(queryClient, OWN_EXPENSES, expense);
    },
  });
  return (
    <>
      <p className="mt-1">{texts.conflict}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" busy={latest.isPending} onClick={() => latest.mutate(undefined, { onSuccess: onKeepTyped })}>
          {texts.keepTyped}
        </Button>
        <Button size="sm" busy={latest.isPending} onClick={() => latest.mutate(undefined, { onSuccess: onReload })}>
          {texts.loadNewer}
        </Button>
      </div>
      {latest.isError && <p className="mt-2">{texts.newerFailed}</p>}
    </>
  );
}
