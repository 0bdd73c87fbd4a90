import type { ExpenseJson } from '@outlay/contracts';
import { Glyph } from '#ui/glyph';
import { useState } from 'react';
import * as texts from '#strings/bulk';
import { logFailure } from '#lib/log';
import { presentTotals } from '#panel/totals';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import { toast } from '#ui/toast';
import type { Chosen } from './bulk-dialog';

const BulkDialog = lazyPart(() => import('./bulk-dialog'));

export interface SelectionBarProps {
  selected: readonly ExpenseJson[];
  chosen: Chosen | null;
  /** Null if every expense under the filter is selected that can be. */
  onSelectAll: (() => Promise<void>) | null;
  onChoose: (chosen: Chosen | null) => void;
  onClear: () => void;
  onOpen: (expense: ExpenseJson) => void;
}

export default function SelectionBar({ selected, chosen, onSelectAll, onChoose, onClear, onOpen }: SelectionBarProps) {
  const [isLoading, setIsLoading] = useState(false);
  const choose = (kind: Chosen['kind']) => onChoose({ kind, expenses: selected });

  async function selectAll() {
    setIsLoading(true);
    try {
      await onSelectAll?.();
    } catch (error) {
      logFailure(texts.selectAllFailed, error);
      toast.error(texts.selectAllFailed);
    }
    setIsLoading(false);
  }

  return (
    <>
      {selected.length > 0 && (
        <div className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl max-sm:gap-x-2 border border-accent bg-surface px-4 py-2.5 shadow-lg">
          <p role="status" className="text-sm font-medium">
            {texts.selected(selected.length)}
          </p>
          <p className="figures mr-auto flex flex-wrap gap-x-3 text-sm text-muted">
            {presentTotals(selected).map((total) => (
              <span key={total}>{total}</span>
            ))}
          </p>
          {onSelectAll && (
            <Button variant="link" busy={isLoading} onClick={() => void selectAll()}>
              {texts.selectAll}
            </Button>
          )}
          <Button variant="link" onClick={onClear}>
            {texts.clear}
          </Button>
          <span className="ml-auto flex gap-x-2">
            <Button aria-haspopup="dialog" onClick={() => choose('reject')}>
              <Glyph name="x" />
              <Label verb={texts.reject.verb} count={selected.length} />
            </Button>
            <Button variant="primary" aria-haspopup="dialog" onClick={() => choose('approve')}>
              <Glyph name="check" />
              <Label verb={texts.approve.verb} count={selected.length} />
            </Button>
          </span>
        </div>
      )}
      {chosen && (
        <BulkDialog
          chosen={chosen}
          onOpen={(expense) => {
            onChoose(null);
            onOpen(expense);
          }}
          onClose={() => onChoose(null)}
        />
      )}
    </>
  );
}

/** On a phone, the verb and the number alone are seen. */
function Label({ verb, count }: { verb: string; count: number }) {
  return (
    <span>
      {verb} <span className="max-sm:sr-only">{texts.selectedOnes}</span> ({count})
    </span>
  );
}
