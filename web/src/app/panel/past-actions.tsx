import { readsAll } from '@outlay/rules';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { open } from '#strings/past';
import { useProfile } from '#lib/profile';
import { usePanelSearch } from '#panel/use-panel-search';
import { Button, buttonClass } from '#ui/button';

const DAY_MS = 24 * 60 * 60_000;

export interface PastActionsProps {
  to: '/admin' | '/audit';
  label: string;
  /** What is only of the present. */
  children?: ReactNode;
}

/** Leads into the past, and to the other screen at the same instant. */
export function PastActions({ to, label, children }: PastActionsProps) {
  const [{ as_of }, change] = usePanelSearch();
  if (!readsAll(useProfile().role)) return null;
  const openPast = () => change({ as_of: new Date(Date.now() - DAY_MS).toISOString() }, 'push');
  return (
    <>
      {!as_of && children}
      {!as_of && <Button onClick={openPast}>{open}</Button>}
      <Link to={to} search={as_of ? { as_of } : {}} className={buttonClass()}>
        {label}
      </Link>
    </>
  );
}
