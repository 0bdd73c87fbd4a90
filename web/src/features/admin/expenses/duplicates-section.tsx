import { useQuery } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/review';
import { ErrorNotice } from '../../../ui/notice';
import { Skeleton } from '../../../ui/skeleton';
import { duplicatesQuery } from '../api/admin-queries';
import { DuplicateTable } from './duplicate-table';

/** Approved or paid claims with the same date, amount and currency. */
export function DuplicatesSection({ expense }: { expense: ExpenseJson }) {
  const { data, error } = useQuery(duplicatesQuery(expense.id));
  return (
    <section aria-label={texts.duplicates}>
      <h3 className="mb-2 flex items-baseline gap-2 text-sm font-semibold">
        {texts.duplicates}
        {data && <span className="font-normal text-muted">{texts.duplicateCount(data.length)}</span>}
      </h3>
      {error && <ErrorNotice error={error} fallback={texts.duplicatesFailed} />}
      {!data && !error && <Skeleton className="h-10" />}
      {data && data.length > 0 && <DuplicateTable expenses={data} />}
    </section>
  );
}
