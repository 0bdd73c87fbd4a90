import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/admin-expenses';
import { stay } from '../../../ui/list-table';

export interface SelectBoxProps {
  expense: ExpenseJson;
  /** False leaves the room of one, where there is nothing to choose. */
  selectable: boolean;
  checked: boolean;
  onSelect: (expense: ExpenseJson, withShift: boolean) => void;
}

/** Drawn without the browser's own box: a list has many, and that was a tenth of what scrolling it took. */
const LOOK =
  'size-4.5 appearance-none rounded-sm border border-line-strong bg-surface checked:border-accent checked:bg-accent ' +
  'checked:pictured [--icon:10] forced-colors:appearance-auto';

/** Chooses an expense for what is done to several. */
export function SelectBox({ expense, selectable, checked, onSelect }: SelectBoxProps) {
  if (!selectable) return <span aria-hidden className="size-7 shrink-0" />;
  return (
    <label className="grid size-7 shrink-0 place-items-center" onClick={stay}>
      <input
        type="checkbox"
        aria-label={texts.select(expense.expense_id)}
        title={texts.selectHint}
        className={LOOK}
        checked={checked}
        onChange={({ nativeEvent }) => onSelect(expense, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}
