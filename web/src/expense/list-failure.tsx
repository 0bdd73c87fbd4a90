import * as texts from '#strings/expense';
import * as ui from '#strings/ui';
import { hasCode } from '#lib/errors';
import { Button } from '#ui/button';
import { Notice } from '#ui/notice';
import type { useExpenseList } from './use-expense-list';

export interface ListFailureProps {
  list: ReturnType<typeof useExpenseList>;
  text: string;
}

export function ListFailure({ list: { error, isFetching, retry }, text }: ListFailureProps) {
  if (!error) return null;
  if (hasCode(error, 'SEARCH_TOO_BROAD'))
    return (
      <Notice tone="warning" className="mb-4">
        {texts.searchTooBroad}
      </Notice>
    );
  return (
    <Notice tone="error" className="mb-4">
      <p>{text}</p>
      {error.message && <p>{error.message}</p>}
      <Button size="sm" className="mt-2" busy={isFetching} onClick={retry}>
        {ui.retry}
      </Button>
    </Notice>
  );
}
