import { readsAll } from '@outlay/rules';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { past } from '#strings/admin';
import { useProfile } from '#lib/profile';
import { usePanelSearch } from '#panel/use-panel-search';
import { Button, buttonClass } from '#ui/button';

export interface PastActionsProps {
  /** The other screen of the same instant. */
  other: { to: '/admin' | '/audit'; label: string } | null;
}

/** Leads into the past, and there to the other screen at the same instant. */
export function PastActions({ other }: PastActionsProps) {
  const [{ as_of }, change] = usePanelSearch();
  const [isOpening, setOpening] = useState(false);
  if (!readsAll(useProfile().role)) return null;
  async function openPast() {
    setOpening(true);
    const { instantOfThePast } = await import('./past-instant');
    change({ as_of: new Date(await instantOfThePast()).toISOString() }, 'push');
    setOpening(false);
  }
  return (
    <>
      {!as_of && (
        <Button size="sm" className="max-md:min-h-10" busy={isOpening} onClick={() => void openPast()}>
          {past}
        </Button>
      )}
      {other && (
        <Link to={other.to} search={{ as_of }} className={buttonClass({ size: 'sm' })}>
          {other.label}
        </Link>
      )}
    </>
  );
}
