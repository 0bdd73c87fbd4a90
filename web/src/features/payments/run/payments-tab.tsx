import { useQuery } from '@tanstack/react-query';
import { Glyph } from '#ui/glyph';
import { useState } from 'react';
import * as texts from '#strings/payment-run';
import { useProfile } from '#lib/profile';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { lazyPart } from '#ui/lazy-part';
import { onePress } from '#ui/one-press';
import { SkeletonRows } from '#ui/skeleton';
import { usersQuery } from '#panel/queries';
import { barredOwnerOf } from '#panel/super-admins';
import { presentTotals } from '#panel/totals';
import { Unavailable } from '#panel/unavailable';
import { useMayAct } from '#panel/use-may-act';
import { usePanelSearch } from '#panel/use-panel-search';
import { owedQuery, type Owed } from './owed';
import { OwedTable } from './owed-table';
import { RunsList } from './runs-list';

const RunDialog = lazyPart(() => import('./run-dialog'));
const RunPage = lazyPart(() => import('./run-page'));

/** The numbers of expenses and of people that one run takes. */
const MOST = { expenses: 3_000, people: 500 };

/** Lists what everybody is owed, and pays many people at once. */
export default function PaymentsTab() {
  const owed = useQuery(owedQuery);
  const { data: users } = useQuery(usersQuery);
  const barredOwner = barredOwnerOf(useProfile().id, users);
  const mayAct = useMayAct();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // The run pays what was shown when it was opened.
  const [asked, setAsked] = useState<readonly Owed[] | null>(null);
  const [{ run }, change] = usePanelSearch();

  const inactive = new Set(users?.flatMap(({ id, status }) => (status === 'inactive' ? id : [])));
  const chosen = owed.data?.filter(({ key, userId }) => selected.has(key) && userId !== barredOwner) ?? [];

  const isTooMuch =
    chosen.length > MOST.people || chosen.reduce((sum, { expenses }) => sum + expenses.length, 0) > MOST.expenses;

  if (run) {
    const again = (refused: readonly { user_id: string; currency: string }[]) => {
      const keys = owed.data?.flatMap(({ key, userId, currency }) =>
        refused.some((one) => one.user_id === userId && one.currency === currency) ? key : [],
      );
      setSelected(new Set(keys));
      change({ run: undefined }, 'push');
    };
    return <RunPage id={run} onBack={() => change({ run: undefined }, 'push')} onAgain={mayAct ? again : null} />;
  }
  if (owed.isPending) return <SkeletonRows label={texts.loading} rows={8} />;
  if (!owed.data) return <Unavailable query={owed} />;
  return (
    <>
      {owed.data.length === 0 ? (
        <EmptyState icon={<Glyph name="banknote" />} title={texts.none}>
          {texts.noneText}
        </EmptyState>
      ) : (
        <>
          <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <Sum label={texts.title} owed={owed.data} />
            {mayAct && (
              <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
                {chosen.length > 0 && <Sum label={texts.selected} owed={chosen} />}
                <Button
                  variant="primary"
                  disabled={chosen.length === 0 || isTooMuch}
                  title={chosen.length === 0 ? texts.nobody : isTooMuch ? texts.tooMuch : undefined}
                  {...onePress(texts.runTitle, () => setAsked(chosen))}
                >
                  <Glyph name="banknote" /> {chosen.length === 0 ? texts.paySelected : texts.pay(chosen.length)}
                </Button>
              </div>
            )}
          </div>
          <OwedTable
            owed={owed.data}
            inactive={inactive}
            barredOwner={barredOwner}
            selection={mayAct ? { selected, onChange: setSelected } : null}
          />
        </>
      )}
      <RunsList />
      {asked && (
        <RunDialog
          owed={asked}
          onStarted={(id) => {
            setAsked(null);
            setSelected(new Set());
            change({ run: id }, 'push');
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function Sum({ label, owed }: { label: string; owed: readonly Owed[] }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-4">
      <span className="text-sm text-muted max-sm:basis-full">{label}</span>
      {presentTotals(owed.flatMap(({ expenses }) => expenses)).map((total) => (
        <strong key={total} className="figures text-xl font-semibold">
          {total}
        </strong>
      ))}
    </p>
  );
}
