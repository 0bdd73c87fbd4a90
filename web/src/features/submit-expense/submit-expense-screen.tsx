import { Link, useSearch } from '@tanstack/react-router';
import { Glyph } from '#ui/glyph';
import { lazy, useDeferredValue } from 'react';
import * as texts from '#strings/submit-expense';
import * as ui from '#strings/ui';
import { offeredToken } from '#lib/incoming-token';
import { useProfile } from '#lib/profile';
import { BrandMark } from '#ui/brand-mark';
import { lazyPart } from '#ui/lazy-part';
import { PageHeader } from '#ui/page-header';
import { Skeleton } from '#ui/skeleton';

const NewExpense = lazy(() => import('./new-expense'));
const FromExpense = lazy(() => import('./from-expense'));
const OfferedLogin = lazyPart(() => import('./offered-login'));

export function SubmitExpenseScreen() {
  const { edit, copy } = useSearch({ from: '/signed-in/submit-expense' });
  const { id: userId } = useProfile();
  // The heading renders before the large form. Deferred, since a Suspense boundary keeps its placeholder for 300 ms.
  const showForm = useDeferredValue(true, false);
  const origin = edit ?? copy;
  // Keyed, so that another user does not see this one's input.
  const form = origin ? (
    <FromExpense key={`${userId} ${origin}`} edit={edit} copy={copy} />
  ) : (
    <NewExpense key={userId} />
  );
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
            <Glyph name="arrow-left" className="size-4" /> {texts.backToList}
          </Link>
        </div>
      </header>
      <main className="mx-auto max-w-6xl px-4 py-5 sm:px-8">
        <PageHeader title={edit ? texts.editTitle : texts.title} subtitle={edit} />
        {offeredToken() !== null && <OfferedLogin />}
        {showForm ? form : <Skeleton className="h-96" />}
      </main>
    </div>
  );
}
