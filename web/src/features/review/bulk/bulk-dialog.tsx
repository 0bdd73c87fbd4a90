import type { ExpenseJson } from '@outlay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import * as texts from '#strings/bulk-approve';
import * as ui from '#strings/ui';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { onePress } from '#ui/one-press';
import { presentTotals } from '#panel/totals';
import { useOneByOne } from '#panel/use-one-by-one';
import { approveOne, type RowResult } from './approve-one';
import { ResultList } from './result-list';

export interface BulkDialogProps {
  chosen: readonly ExpenseJson[];
  onOpen: (expense: ExpenseJson) => void;
  onClose: () => void;
}

export default function BulkDialog({ chosen: expenses, onOpen, onClose }: BulkDialogProps) {
  const queryClient = useQueryClient();
  // One after another, so that the second of two duplicates is detected.
  const { results, phase, start, stop } = useOneByOne(
    ({ id }: ExpenseJson) => id,
    (expense) => approveOne(queryClient, expense),
  );
  const count = (kind: RowResult['kind'] | 'running') =>
    [...results.values()].filter((result) => result.kind === kind).length;
  const done = results.size - count('running');
  return (
    <Dialog
      open
      isForm
      width="md"
      title={texts.title}
      onClose={phase === 'running' ? stop : onClose}
      footer={
        <>
          {phase === 'asked' && <Button onClick={onClose}>{ui.cancel}</Button>}
          {phase === 'asked' && (
            <Button variant="primary" {...onePress(texts.title, () => void start(expenses))}>
              {texts.start(expenses.length)}
            </Button>
          )}
          {phase === 'running' && <Button onClick={stop}>{texts.stop}</Button>}
          {phase === 'done' && <Button onClick={onClose}>{ui.close}</Button>}
        </>
      }
    >
      <p className="text-sm">{texts.explanation}</p>
      <p className="mt-2 flex flex-wrap gap-x-3 text-sm">
        <span className="text-muted">{texts.total}</span>
        {presentTotals(expenses).map((total) => (
          <strong key={total} className="figures">
            {total}
          </strong>
        ))}
      </p>
      <p role="status" className="my-3 min-h-5 text-sm font-medium">
        {phase === 'running' && texts.progress(done, expenses.length)}
        {phase === 'done' &&
          texts.summary(count('approved'), count('look'), count('failed'), expenses.length - results.size)}
      </p>
      <ResultList expenses={expenses} results={results} onOpen={phase === 'done' ? onOpen : null} />
    </Dialog>
  );
}
