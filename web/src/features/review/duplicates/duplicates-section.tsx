import { useQuery } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { Glyph } from '#ui/glyph';
import { useState } from 'react';
import * as texts from '#strings/review';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import { LoadFailure } from '#ui/load-failure';
import { Skeleton } from '#ui/skeleton';
import { duplicatesQuery } from '#panel/queries';
import { DuplicateTable } from './duplicate-table';

const CompareDialog = lazyPart(() => import('./compare-dialog'));

export function DuplicatesSection({ expense }: { expense: ExpenseJson }) {
  const query = useQuery(duplicatesQuery(expense.id));
  const { data, error } = query;
  const [comparing, setComparing] = useState(false);
  const isAny = data !== undefined && data.length > 0;
  return (
    <section aria-label={texts.duplicates}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="flex items-baseline gap-2 text-sm font-semibold">
          {texts.duplicates}
          {data && <span className="font-normal text-muted">{texts.duplicateCount(data.length)}</span>}
        </h3>
        {isAny && (
          <Button size="sm" aria-haspopup="dialog" onClick={() => setComparing(true)}>
            <Glyph name="columns-2" /> {texts.compare}
          </Button>
        )}
      </div>
      <LoadFailure query={query} fallback={texts.duplicatesFailed} />
      {!data && !error && <Skeleton className="h-10" />}
      {isAny && <DuplicateTable expense={expense} duplicates={data} />}
      {isAny && comparing && <CompareDialog expense={expense} duplicates={data} onClose={() => setComparing(false)} />}
    </section>
  );
}
