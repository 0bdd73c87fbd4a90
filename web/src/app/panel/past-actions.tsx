import { readsAll } from '@outlay/rules';
import { Link } from '@tanstack/react-router';
import { past } from '#strings/admin';
import { useProfile } from '#lib/profile';
import { usePanelSearch } from '#panel/use-panel-search';
import { Button, buttonClass } from '#ui/button';

const DAY_MS = 24 * 60 * 60_000;

/** Leads into the past, and to the other screen at the same instant. */
export function PastActions({ to, label }: { to: '/admin' | '/audit'; label: string }) {
  const [{ as_of }, change] = usePanelSearch();
  if (!readsAll(useProfile().role)) return null;
  const openPast = () => change({ as_of: new Date(Date.now() - DAY_MS).toISOString() }, 'push');
  return (
    <>
      {!as_of && <Button onClick={openPast}>{past}</Button>}
      <Link to={to} search={{ as_of }} className={buttonClass()}>
        {label}
      </Link>
    </>
  );
}
