import { Link, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from '#ui/icons';
import { lazy, useDeferredValue } from 'react';
import * as texts from '#strings/submit-expense';
import * as ui from '#strings/ui';
import { useProfile } from '#lib/profile';
import { BrandMark } from '#ui/brand-mark';
import { PageHeader } from '#ui/page-header';
import { Skeleton } from '#ui/skeleton';
import { OfferedLogin } from './offered-login';

const Claim = lazy(() => import('./claim'));

export function SubmitExpenseScreen() {
  const { edit, copy } = useSearch({ from: '/signed-in/submit-expense' });
  const { id: userId } = useProfile();
  // The heading renders before the large form. Deferred, since a Suspense boundary keeps its placeholder for 300 ms.
  const showForm = useDeferredValue(true, false);
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
      <main className="mx-auto max-w-6xl px-4 py-5 sm:px-8">
        <PageHeader title={edit ? texts.editTitle : texts.title} subtitle={edit} />
        <OfferedLogin />
        {/* Keyed, so that another user does not see this one's input. */}
        {showForm ? <Claim key={userId} edit={edit} copy={copy} /> : <Skeleton className="h-96" />}
      </main>
    </div>
  );
}
