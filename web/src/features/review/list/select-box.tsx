import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/admin-expenses';
import { stay } from '#ui/list-table';

export interface SelectBoxProps {
  expense: ExpenseJson;
  selectable: boolean;
  checked: boolean;
  onSelect: (expense: ExpenseJson, withShift: boolean) => void;
}

export function SelectBox({ expense, selectable, checked, onSelect }: SelectBoxProps) {
  if (!selectable) return <span aria-hidden className="size-6 shrink-0" />;
  return (
    <label className="grid size-6 shrink-0 place-items-center" onClick={stay}>
      <input
        type="checkbox"
        aria-label={texts.select(expense.expense_id)}
        title={texts.selectHint}
        className="size-4 accent-accent"
        checked={checked}
        onChange={({ nativeEvent }) => onSelect(expense, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}
