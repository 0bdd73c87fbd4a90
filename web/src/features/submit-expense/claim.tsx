import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import * as texts from '#strings/submit-expense';
import { copiedValues, emptyValues } from '#expense/claim-values';
import { oneExpense } from '#expense/expense-list';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { localToday } from '#lib/local-today';
import { useProfile } from '#lib/profile';
import { LoadFailure } from '#ui/load-failure';
import { Notice } from '#ui/notice';
import { Skeleton } from '#ui/skeleton';
import { useProposals } from './form/use-proposals';
import { EditedExpense } from './edited-expense';
import { ExpenseForm } from './expense-form';

interface Origin {
  edit: string | undefined;
  copy: string | undefined;
}

export default function Claim({ edit, copy }: Origin) {
  return edit || copy ? <FromExpense key={edit ?? copy} edit={edit} copy={copy} /> : <NewExpense />;
}

function NewExpense() {
  const currency = useProfile().reimbursement_currency ?? 'EUR';
  const proposals = useProposals(currency);
  // Each unfinished form that is continued is a form of its own.
  const form = useLocation({ select: ({ state }) => state.form });
  return <ExpenseForm key={form} expense={null} values={emptyValues(currency, localToday())} proposals={proposals} />;
}

function FromExpense({ edit, copy }: Origin) {
  // The expense is always fetched: it may have been decided on since it was loaded.
  const query = useQuery({ ...oneExpense(OWN_EXPENSES, edit ?? copy ?? ''), staleTime: 0 });
  const { data: expense, isError, isFetchedAfterMount } = query;
  if (expense && !edit) return <ExpenseForm expense={null} values={copiedValues(expense, localToday())} />;
  if (!isFetchedAfterMount) return <Skeleton className="h-96" />;
  if (expense) return <EditedExpense expense={expense} />;
  if (expense === null) return <Notice tone="error">{texts.notFound}</Notice>;
  if (!isError) return <Skeleton className="h-96" />;
  return <LoadFailure query={query} text={texts.loadFailed} />;
}
