import type { ExpenseJson } from '@outlay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ownExpensesQuery } from '../../../expense/own-expenses';
import { Button } from '../../../ui/button';

export interface ConflictChoiceProps {
  expense: ExpenseJson;
  onKeepTyped: (latest: ExpenseJson) => void;
  onReload: (latest: ExpenseJson) => void;
}

/** The expense has moved on since it was opened: nothing typed is lost unless its owner says so. */
export function ConflictChoice({ expense, onKeepTyped, onReload }: ConflictChoiceProps) {
  const queryClient = useQueryClient();
  const latest = useMutation({
    mutationFn: async () => {
      const expenses = await queryClient.fetchQuery({ ...ownExpensesQuery, staleTime: 0 });
      const found = expenses.find(({ id }) => id === expense.id);
      if (!found) throw new Error('The expense is gone');
      return found;
    },
  });
  return (
    <>
      <p className="mt-1">What you typed is still here. Keep it and save over the newer version, or start from that.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" busy={latest.isPending} onClick={() => latest.mutate(undefined, { onSuccess: onKeepTyped })}>
          Keep what I typed
        </Button>
        <Button size="sm" busy={latest.isPending} onClick={() => latest.mutate(undefined, { onSuccess: onReload })}>
          Load the newer version
        </Button>
      </div>
      {latest.isError && <p className="mt-2">The newer version could not be loaded. Please try again.</p>}
    </>
  );
}
