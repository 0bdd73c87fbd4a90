import { readsAll } from '@outlay/rules';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { past } from '#strings/admin';
import { api } from '#lib/api';
import { useProfile } from '#lib/profile';
import { usePanelSearch } from '#panel/use-panel-search';
import { Button, buttonClass } from '#ui/button';

const DAY_MS = 24 * 60 * 60_000;

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
    change({ as_of: new Date(await instantOfThePast()).toISOString() }, 'push');
    setOpening(false);
  }
  return (
    <>
      {!as_of && (
        <Button size="sm" busy={isOpening} onClick={() => void openPast()}>
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

/** A day ago, or the middle of the time since the first event if that is later. */
async function instantOfThePast(): Promise<number> {
  const now = Date.now();
  const oldest = await api('GET /api/audit/timeline', { query: { before: '1', limit: '1' } }).catch(() => null);
  const first = Date.parse(oldest?.events[0]?.at ?? '');
  return Math.max(now - DAY_MS, Number.isNaN(first) ? 0 : (first + now) / 2);
}
