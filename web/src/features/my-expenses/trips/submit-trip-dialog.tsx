import type { ExpenseJson } from '@outlay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as texts from '#strings/own-trip';
import * as ui from '#strings/ui';
import { formatMoney } from '#expense/format';
import { useOneByOne, type Running } from '#lib/use-one-by-one';
import { useRole } from '#lib/use-role';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Glyph } from '#ui/glyph';
import { onePress } from '#ui/one-press';
import { Spinner } from '#ui/spinner';
import { submitDraft, type Result } from './submit-draft';

export interface SubmitTripDialogProps {
  drafts: readonly ExpenseJson[];
  onClose: () => void;
}

export default function SubmitTripDialog({ drafts, onClose }: SubmitTripDialogProps) {
  const client = useQueryClient();
  const { isPrivileged } = useRole();
  // A draft that is submitted is no longer among those of the trip; one that was changed is shown as it is now.
  const [first] = useState(drafts);
  const listed = first.map((draft) => drafts.find(({ id }) => id === draft.id) ?? draft);
  const { results, phase, start, stop } = useOneByOne(
    ({ id }: ExpenseJson) => id,
    (draft) => submitDraft(client, draft, isPrivileged),
  );
  const ofKind = (kind: Result['kind'] | 'running') => listed.filter(({ id }) => results.get(id)?.kind === kind);
  const submitted = ofKind('submitted');
  const failed = ofKind('failed');
  const open = listed.filter(({ id }) => results.get(id)?.kind !== 'submitted');
  const begin = () => void start(open);

  return (
    <Dialog
      open
      isForm
      width="md"
      title={texts.submitTitle}
      onClose={phase === 'running' ? stop : onClose}
      footer={
        <>
          {phase === 'running' ? (
            <Button onClick={stop}>{texts.stop}</Button>
          ) : (
            <Button onClick={onClose}>{phase === 'asked' ? ui.cancel : ui.close}</Button>
          )}
          {phase !== 'running' && open.length > 0 && (
            <Button variant="primary" {...onePress(texts.submitTitle, begin)}>
              {phase === 'asked' ? texts.submitAll(open.length) : texts.again(open.length)}
            </Button>
          )}
        </>
      }
    >
      <p className="text-sm">{texts.explanation}</p>
      <p role="status" className="my-3 min-h-5 text-sm font-medium">
        {phase === 'running' && texts.progress(submitted.length + failed.length, listed.length)}
        {phase === 'done' &&
          texts.outcome({
            submitted: submitted.length,
            failed: failed.length,
            left: open.length - failed.length,
          })}
      </p>
      <ul aria-label={texts.drafts} className="divide-y divide-line rounded-xl border border-line text-sm">
        {listed.map((draft) => (
          <li
            key={draft.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5 px-3 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto_15rem]"
          >
            <div className="min-w-0">
              <span className="block wrap-anywhere">{draft.justification ?? draft.type ?? draft.expense_id}</span>
              <Link
                to="/submit-expense"
                search={{ edit: draft.expense_id }}
                className="figures text-xs text-muted underline underline-offset-3"
              >
                {draft.expense_id}
              </Link>
            </div>
            <span className="figures text-right">{formatMoney(draft.amount, draft.currency)}</span>
            <div className="col-span-2 sm:col-span-1">
              <Outcome result={results.get(draft.id)} />
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Outcome({ result }: { result: Result | Running | undefined }) {
  if (!result) return <span className="text-muted">{texts.waiting}</span>;
  if (result.kind === 'running') {
    return (
      <span className="flex items-center gap-2 text-muted">
        <Spinner /> {texts.submitting}
      </span>
    );
  }
  const isSubmitted = result.kind === 'submitted';
  return (
    <>
      <Badge
        tone={isSubmitted ? 'green' : 'red'}
        icon={isSubmitted ? <Glyph name="circle-check" /> : <Glyph name="circle-x" />}
      >
        {isSubmitted ? texts.submitted : texts.notSubmitted}
      </Badge>
      {result.text && <p className="mt-1 text-muted wrap-anywhere">{result.text}</p>}
    </>
  );
}
