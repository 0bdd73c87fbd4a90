import type { SummaryJson } from '@outlay/contracts';
import { Glyph } from '#ui/glyph';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import * as texts from '#strings/printing';
import * as ui from '#strings/ui';
import { isDialogOpen } from '#lib/use-single-keys';
import { Button, IconButton } from '#ui/button';
import { Spinner } from '#ui/spinner';
import { toast } from '#ui/toast';
import { countOf } from './expense-list';

export interface PrintAllProps {
  list: {
    readonly rows: readonly unknown[];
    /** The number of rows is unknown without it. */
    readonly summary?: SummaryJson | undefined;
    readonly hasNextPage: boolean;
    readonly loadNext: () => Promise<{ readonly isError: boolean; readonly hasNextPage: boolean }>;
  };
  noun?: string;
  /** A symbol prints from there, among the other tools of the list. */
  place?: HTMLElement | null | undefined;
}

/**
 * Loads the rest of a list before it is printed, from the button or with Ctrl+P. The browser's own menu does not wait for
 * a request, so the paper says how many of how many it has.
 */
export default function PrintAll({ list, noun = texts.expenses, place }: PrintAllProps) {
  const { rows, summary, hasNextPage, loadNext } = list;
  const total = summary && Math.max(countOf(summary) ?? 0, rows.length);
  const [phase, setPhase] = useState<'idle' | 'loading' | 'loaded'>('idle');
  const run = useRef(0);

  async function print() {
    if (phase !== 'idle') return;
    const own = ++run.current;
    setPhase('loading');
    for (let more = true; more;) {
      const page = await loadNext();
      if (own !== run.current) return;
      if (page.isError) {
        setPhase('idle');
        toast.error(texts.failed);
        return;
      }
      more = page.hasNextPage;
    }
    setPhase('loaded');
  }
  const onPrint = useEffectEvent(print);
  function cancel() {
    run.current += 1;
    setPhase('idle');
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'p';
      // An open dialog is printed instead of the list.
      if (!isPrint || isDialogOpen()) return;
      event.preventDefault();
      void onPrint();
    };
    if (hasNextPage || phase !== 'idle') window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [hasNextPage, phase]);
  useEffect(() => {
    if (phase !== 'loaded' || hasNextPage) return;
    // Printing starts once all rows are on the screen.
    const timer = setTimeout(() => {
      window.print();
      setPhase('idle');
    });
    return () => clearTimeout(timer);
  }, [phase, hasNextPage]);
  useEffect(
    () => () => {
      run.current += 1;
    },
    [],
  );

  if (phase !== 'idle')
    return (
      <p
        data-screen-only
        role="status"
        className="fixed inset-x-4 bottom-6 z-40 mx-auto flex max-w-md items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-sm shadow-lg"
      >
        <Spinner />
        <span className="figures flex-1">{texts.loading(noun, rows.length, total)}</span>
        <Button size="sm" onClick={cancel}>
          {ui.cancel}
        </Button>
      </p>
    );
  if (!hasNextPage) return null;
  return (
    <>
      {place ? (
        createPortal(
          <IconButton label={texts.all(total)} variant="secondary" onClick={() => void print()}>
            <Glyph name="printer" />
          </IconButton>,
          place,
        )
      ) : (
        <div data-screen-only className="mb-2 flex justify-end">
          <Button size="sm" onClick={() => void print()}>
            <Glyph name="printer" /> {texts.all(total)}
          </Button>
        </div>
      )}
      <p className="mb-2 hidden font-medium print:block">{texts.part(noun, rows.length, total)}</p>
    </>
  );
}
