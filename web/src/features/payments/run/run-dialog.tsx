import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as texts from '#strings/payment-run';
import { useIdempotencyKeys } from '#lib/idempotency-keys';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { ErrorNotice } from '#ui/notice';
import { presentTotals } from '#panel/totals';
import type { Owed } from './owed';
import { bodyOf, requestRun, runQuery } from './runs';

export interface RunDialogProps {
  owed: readonly Owed[];
  onStarted: (runId: string) => void;
  onClose: () => void;
}

/** The confirmation of a run. */
export default function RunDialog({ owed, onStarted, onClose }: RunDialogProps) {
  const queryClient = useQueryClient();
  const { keyFor, failed } = useIdempotencyKeys();
  const start = useMutation({
    mutationFn: () => requestRun(owed, keyFor(JSON.stringify(bodyOf(owed)))),
    onError: failed,
    onSuccess: (run) => {
      queryClient.setQueryData(runQuery(run.id).queryKey, run);
      onStarted(run.id);
    },
  });
  return (
    <ConfirmDialog
      open
      title={texts.runTitle}
      confirmLabel={texts.pay(owed.length)}
      busy={start.isPending}
      onConfirm={() => start.mutate()}
      onClose={() => !start.isPending && onClose()}
    >
      <p className="text-sm">{texts.explanation}</p>
      <p className="my-3 flex flex-wrap items-baseline gap-x-4">
        <span className="text-sm text-muted">{texts.total}</span>
        {presentTotals(owed.flatMap(({ expenses }) => expenses)).map((total) => (
          <strong key={total} className="figures text-xl font-semibold">
            {total}
          </strong>
        ))}
      </p>
      <ul aria-label={texts.people} className="divide-y divide-line rounded-xl border border-line text-sm">
        {owed.map(({ key, userName, expenses }) => (
          <li key={key} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 px-3 py-2">
            <div className="min-w-0">
              <span className="font-medium wrap-anywhere">{userName}</span>
              <span className="block text-muted">{texts.counted(expenses.length)}</span>
            </div>
            <span className="figures text-right font-medium">{presentTotals(expenses)}</span>
          </li>
        ))}
      </ul>
      {start.isError && <ErrorNotice error={start.error} fallback={texts.notStarted} className="mt-4" />}
    </ConfirmDialog>
  );
}
