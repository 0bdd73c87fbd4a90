import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as texts from '#strings/from-expense';
import { copiedValues } from '#expense/claim-values';
import { oneExpense } from '#expense/expense-list';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { localToday } from '#lib/local-today';
import { LoadFailure } from '#ui/load-failure';
import { Notice } from '#ui/notice';
import { Skeleton } from '#ui/skeleton';
import { EditedExpense } from './edited-expense';
import { ExpenseForm } from './expense-form';
import { AttachedReceipt } from './receipt/attached-part';

interface Origin {
  edit: string | undefined;
  copy: string | undefined;
}

export default function FromExpense({ edit, copy }: Origin) {
  // The expense is always fetched: it may have been decided on since it was loaded.
  const query = useQuery({ ...oneExpense(OWN_EXPENSES, edit ?? copy ?? ''), staleTime: 0 });
  const { data: expense, isError, isFetchedAfterMount } = query;
  useEffect(() => {
    // Loads while the expense is being fetched, which has a receipt as a rule.
    if (edit) void AttachedReceipt.preload();
  }, [edit]);
  if (expense && !edit) return <ExpenseForm expense={null} values={copiedValues(expense, localToday())} />;
  if (!isFetchedAfterMount) return <Skeleton className="h-96" />;
  if (expense) return <EditedExpense expense={expense} />;
  if (expense === null) return <Notice tone="error">{texts.notFound}</Notice>;
  if (!isError) return <Skeleton className="h-96" />;
  return <LoadFailure query={query} text={texts.loadFailed} />;
}
