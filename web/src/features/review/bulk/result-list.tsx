import type { ExpenseJson } from '@outlay/contracts';
import { Glyph } from '#ui/glyph';
import * as texts from '#strings/bulk';
import { formatMoney } from '#expense/format';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { Spinner } from '#ui/spinner';
import type { Running } from '#lib/use-one-by-one';
import type { RowResult } from './decide-one';

export interface ResultListProps {
  kind: 'approve' | 'reject';
  expenses: readonly ExpenseJson[];
  results: ReadonlyMap<string, RowResult | Running>;
  onOpen: ((expense: ExpenseJson) => void) | null;
}

export function ResultList({ kind, expenses, results, onOpen }: ResultListProps) {
  return (
    <ul aria-label={texts.list} className="divide-y divide-line rounded-xl border border-line text-sm">
      {expenses.map((expense) => {
        const result = results.get(expense.id);
        const isUndecided = result?.kind === 'look' || result?.kind === 'failed';
        return (
          <li
            key={expense.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5 px-3 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto_15rem]"
          >
            <div className="min-w-0">
              {isUndecided && onOpen ? (
                <Button variant="link" aria-label={texts.look(expense.expense_id)} onClick={() => onOpen(expense)}>
                  {expense.expense_id}
                </Button>
              ) : (
                <span className="figures">{expense.expense_id}</span>
              )}
              <span className="block text-muted wrap-anywhere">{expense.user_name}</span>
            </div>
            <span className="figures text-right">
              {formatMoney(expense.reimbursement_amount, expense.reimbursement_currency)}
            </span>
            <div className="col-span-2 sm:col-span-1">
              <Result result={result} kind={kind} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

interface ResultProps {
  result: RowResult | Running | undefined;
  kind: ResultListProps['kind'];
}

function Result({ result, kind }: ResultProps) {
  const words = texts[kind];
  if (!result) return <span className="text-muted">{texts.waiting}</span>;
  switch (result.kind) {
    case 'running':
      return (
        <span className="flex items-center gap-2 text-muted">
          <Spinner /> {words.running}
        </span>
      );
    case 'done':
      return (
        <Badge tone={kind === 'approve' ? 'green' : 'neutral'} icon={<Glyph name="circle-check" />}>
          {words.done}
        </Badge>
      );
    case 'look':
    case 'failed': {
      const needsReview = result.kind === 'look';
      return (
        <>
          <Badge
            tone={needsReview ? 'orange' : 'red'}
            icon={needsReview ? <Glyph name="eye" /> : <Glyph name="circle-x" />}
          >
            {needsReview ? texts.needsLook : words.failed}
          </Badge>
          <p className="mt-1 text-muted wrap-anywhere">{result.text}</p>
        </>
      );
    }
  }
}
