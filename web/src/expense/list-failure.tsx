import * as texts from '#strings/expense';
import { hasCode } from '#lib/errors';
import { LoadFailure } from '#ui/load-failure';
import { Notice } from '#ui/notice';
import type { useExpenseList } from './use-expense-list';

export interface ListFailureProps {
  list: ReturnType<typeof useExpenseList>;
  text: string;
}

export function ListFailure({ list: { failure: error, isFetching, retry }, text }: ListFailureProps) {
  if (!error) return null;
  if (hasCode(error, 'SEARCH_TOO_BROAD'))
    return (
      <Notice tone="warning" className="mb-4">
        {texts.searchTooBroad}
      </Notice>
    );
  return <LoadFailure query={{ error, isFetching, refetch: retry }} text={text} className="mb-4" />;
}
