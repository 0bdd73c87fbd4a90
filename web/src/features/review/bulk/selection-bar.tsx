import type { ExpenseJson } from '@outlay/contracts';
import { Check } from '#ui/icons';
import * as texts from '#strings/bulk-approve';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';

const BulkDialog = lazyPart(() => import('./bulk-dialog'));

export interface SelectionBarProps {
  selected: readonly ExpenseJson[];
  chosen: readonly ExpenseJson[] | null;
  onChoose: (chosen: readonly ExpenseJson[] | null) => void;
  onClear: () => void;
  onOpen: (expense: ExpenseJson) => void;
}

export default function SelectionBar({ selected, chosen, onChoose, onClear, onOpen }: SelectionBarProps) {
  return (
    <>
      {selected.length > 0 && (
        <div className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-accent bg-surface px-4 py-2.5 shadow-lg">
          <p role="status" className="mr-auto text-sm font-medium">
            {texts.selected(selected.length)}
          </p>
          <Button onClick={onClear}>{texts.clear}</Button>
          <Button variant="primary" aria-haspopup="dialog" onClick={() => onChoose(selected)}>
            <Check aria-hidden /> {texts.approveSelected} ({selected.length})
          </Button>
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
