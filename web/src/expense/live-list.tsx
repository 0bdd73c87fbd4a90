import { Glyph } from '#ui/glyph';
import type { ReactNode } from 'react';
import * as ui from '#strings/ui';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import { Skeleton } from '#ui/skeleton';
import { LIVE_LIST } from './expense-list';
import type { useExpenseList } from './use-expense-list';

const PrintAll = lazyPart(() => import('./print-all'));

export interface LiveListProps {
  list: ReturnType<typeof useExpenseList>;
  /** The rows answer an earlier text than the one in the search field. */
  isBehind: boolean;
  added: (count: number) => string;
  /** The place of the button that prints, if it does not stand above the list. */
  printPlace?: HTMLElement | null;
  children: ReactNode;
}

/** Announces new rows above the list, and shows below it that there are more. */
export function LiveList({ list, isBehind, added, printPlace, children }: LiveListProps) {
  return (
    <div {...{ [LIVE_LIST]: '' }} aria-busy={isBehind || list.isPlaceholderData}>
      <div role="status" className="sticky top-18 z-20 h-0 text-center wide:top-6">
        {list.waiting > 0 && (
          <Button variant="primary" size="sm" className="-translate-y-1/2 shadow-lg" onClick={list.showWaiting}>
            <Glyph name="arrow-up" /> {added(list.waiting)}
          </Button>
        )}
      </div>
      {(list.hasNextPage || list.isPaged) && <PrintAll key={list.key} list={list} place={printPlace} />}
      {children}
      {list.hasNextPage && list.isFetching && <Skeleton className="mt-2 h-12" />}
      {list.hasNextPage && list.error && !list.isFetching && (
        <Button className="mt-2" onClick={list.retry}>
          {ui.retry}
        </Button>
      )}
    </div>
  );
}
