import type { ExpenseJson } from '@outlay/contracts';
import { isBlank } from '@outlay/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#strings/bulk';
import * as ui from '#strings/ui';
import { useProfile } from '#lib/profile';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { onePress } from '#ui/one-press';
import { presentTotals } from '#panel/totals';
import { useOneByOne } from '#lib/use-one-by-one';
import { RejectionReason } from '../decisions/rejection-reason';
import { decideOne, type RowResult } from './decide-one';
import { ResultList } from './result-list';

export interface Chosen {
  readonly kind: 'approve' | 'reject';
  readonly expenses: readonly ExpenseJson[];
}

export interface BulkDialogProps {
  chosen: Chosen;
  onOpen: (expense: ExpenseJson) => void;
  onClose: () => void;
}

export default function BulkDialog({ chosen: { kind, expenses }, onOpen, onClose }: BulkDialogProps) {
  const queryClient = useQueryClient();
  const { id: userId } = useProfile();
  const [reason, setReason] = useState('');
  const words = texts[kind];
  // One after another, so that the second of two duplicates is detected.
  const { results, phase, start, stop } = useOneByOne(
    ({ id }: ExpenseJson) => id,
    (expense) =>
      decideOne(queryClient, userId, expense, kind === 'approve' ? { kind } : { kind, reason: reason.trim() }),
  );
  const count = (result: RowResult['kind'] | 'running') =>
    [...results.values()].filter((each) => each.kind === result).length;
  const isReady = kind === 'approve' || !isBlank(reason);

  function decideAll() {
    if (!isReady) return;
    void start(expenses);
  }

  return (
    <Dialog
      open
      isForm
      width="md"
      title={words.title}
      onClose={phase === 'running' ? stop : onClose}
      footer={
        <>
          {phase === 'asked' && <Button onClick={onClose}>{ui.cancel}</Button>}
          {phase === 'asked' && (
            <Button
              variant={kind === 'approve' ? 'primary' : 'danger'}
              disabled={!isReady}
              {...onePress(words.title, decideAll)}
            >
              {words.start(expenses.length)}
            </Button>
          )}
          {phase === 'running' && <Button onClick={stop}>{texts.stop}</Button>}
          {phase === 'done' && <Button onClick={onClose}>{ui.close}</Button>}
        </>
      }
    >
      <p className="text-sm">{words.explanation}</p>
      {kind === 'reject' && phase === 'asked' && (
        <div className="mt-4">
          <RejectionReason reason={reason} onChange={setReason} onSubmit={decideAll} />
        </div>
      )}
      <p className="mt-2 flex flex-wrap gap-x-3 text-sm">
        <span className="text-muted">{texts.total}</span>
        {presentTotals(expenses).map((total) => (
          <strong key={total} className="figures">
            {total}
          </strong>
        ))}
      </p>
      <p role="status" className="my-3 min-h-5 text-sm font-medium">
        {phase === 'running' && texts.progress(results.size - count('running'), expenses.length)}
        {phase === 'done' &&
          texts.summary(words, {
            done: count('done'),
            look: count('look'),
            failed: count('failed'),
            left: expenses.length - results.size,
          })}
      </p>
      <ResultList kind={kind} expenses={expenses} results={results} onOpen={phase === 'done' ? onOpen : null} />
    </Dialog>
  );
}
