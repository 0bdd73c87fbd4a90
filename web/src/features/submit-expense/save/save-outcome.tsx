import type { ExpenseJson } from '@outlay/contracts';
import { useEffect, useRef } from 'react';
import * as texts from '#strings/save-outcome';
import { savedOnDevice } from '#strings/submit-expense';
import { ApiError, hasStatus } from '#lib/errors';
import type { Reply } from '#lib/routes';
import { expireSession } from '#lib/session';
import { Button } from '#ui/button';
import { Notice } from '#ui/notice';
import { saveFailure } from './save-failure';
import { ConflictChoice } from './conflict-choice';

export interface SaveOutcomeProps {
  problem: string | null;
  error: unknown;
  action: string;
  isUnsent: boolean;
  duplicate: Reply<'POST /api/expenses'>['duplicate_warning'];
  expense: ExpenseJson | null;
  onKeepTyped: (latest: ExpenseJson) => void;
  onReload: ((latest: ExpenseJson) => void) | undefined;
}

export default function SaveOutcome(props: SaveOutcomeProps) {
  const { problem, error, action, isUnsent, duplicate, expense, onKeepTyped, onReload } = props;
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem || error || isUnsent || duplicate) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [problem, error, isUnsent, duplicate]);

  const isConflict = error instanceof ApiError && error.code === 'VERSION_CONFLICT';
  return (
    <div ref={outcome} className="scroll-mb-36 space-y-3 empty:hidden">
      {problem && <Notice tone="error">{problem}</Notice>}
      {Boolean(error) && !problem && (
        <Notice tone="error">
          <p>{saveFailure(error, action)}</p>
          {isConflict && expense && onReload && (
            <ConflictChoice expense={expense} onKeepTyped={onKeepTyped} onReload={onReload} />
          )}
          {hasStatus(error, 401) && (
            <Button size="sm" className="mt-2" onClick={expireSession}>
              {texts.login}
            </Button>
          )}
        </Notice>
      )}
      {isUnsent && <Notice tone="success">{savedOnDevice}</Notice>}
      {duplicate && (
        <Notice tone="warning">
          <p className="font-semibold">{texts.duplicate}</p>
          <p>{duplicate.message}</p>
          {duplicate.expense_id && <p>{texts.similar(duplicate.expense_id, duplicate.justification)}</p>}
        </Notice>
      )}
    </div>
  );
}
