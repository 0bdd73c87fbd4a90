import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { Fragment, useDeferredValue } from 'react';
import * as texts from '#strings/submit-expense';
import * as ui from '#strings/ui';
import { ownExpensesQuery } from '../../../expense/own-expenses';
import { useProfile } from '../../../lib/profile';
import { BrandMark } from '../../../ui/brand-mark';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { PageHeader } from '../../../ui/page-header';
import { Skeleton } from '../../../ui/skeleton';
import { copiedValues, emptyValues } from '../../../expense/claim-values';
import { EditedExpense } from './edited-expense';
import { ExpenseForm } from './expense-form';
import { OfferedLogin } from './offered-login';

export function SubmitExpenseScreen() {
  const { edit, copy } = useSearch({ from: '/signed-in/submit-expense' });
  const { id: userId } = useProfile();
  // The form is large: drawn at once with its heading, it would hold both up, and whoever presses a key meanwhile.
  const isHeaded = useDeferredValue(true, false);
  return (
    <div className="min-h-dvh">
      <header className="bg-brand text-on-brand">
        <div className="mx-auto flex h-14 max-w-6xl items-center justify-between gap-3 px-4 sm:px-8">
          <span className="flex items-center gap-3 font-semibold">
            <BrandMark className="size-7" /> {ui.product}
          </span>
          <Link
            to="/my-expenses"
            className="flex min-h-9 items-center gap-2 rounded-lg px-2.5 text-sm outline-on-brand hover:bg-brand-soft"
          >
            <ArrowLeft aria-hidden className="size-4" /> {texts.backToList}
          </Link>
        </div>
      </header>
      <main className="mx-auto max-w-6xl px-4 py-6 sm:px-8 sm:py-8">
        <PageHeader title={edit ? texts.editTitle : texts.title} subtitle={edit} />
        <OfferedLogin />
        {/* What was typed, or left here, is one user's alone. */}
        <Fragment key={userId}>
          {!isHeaded && <Skeleton className="h-96" />}
          {isHeaded && (edit || copy ? <FromExpense key={edit ?? copy} edit={edit} copy={copy} /> : <NewExpense />)}
        </Fragment>
      </main>
    </div>
  );
}

function NewExpense() {
  const currency = useProfile().reimbursement_currency ?? 'EUR';
  return <ExpenseForm expense={null} values={emptyValues(currency)} />;
}

/** Starts from an expense of one's own, found by its id: a refresh finds it again. */
function FromExpense({ edit, copy }: { edit: string | undefined; copy: string | undefined }) {
  const { data, isError, refetch } = useQuery(ownExpensesQuery);
  const wanted = edit ?? copy;
  const expense = data?.find(({ id, expense_id, unique_id }) => [id, expense_id, unique_id].includes(wanted ?? ''));
  if (expense && !edit) return <ExpenseForm expense={null} values={copiedValues(expense)} />;
  if (expense) return <EditedExpense expense={expense} />;
  if (data) return <Notice tone="error">{texts.notFound}</Notice>;
  if (!isError) return <Skeleton className="h-96" />;
  return (
    <Notice tone="error">
      <p>{texts.loadFailed}</p>
      <Button size="sm" className="mt-2" onClick={() => void refetch()}>
        {ui.retry}
      </Button>
    </Notice>
  );
}
