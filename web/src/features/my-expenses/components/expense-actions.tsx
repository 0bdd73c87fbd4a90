import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed, isEditable } from '@outlay/rules';
import { Link } from '@tanstack/react-router';
import * as texts from '#strings/my-expenses';
import { RowButton, rowButtonClass } from '#ui/button';

export interface ListProps {
  expenses: readonly ExpenseJson[];
  onOpen: (expense: ExpenseJson) => void;
  onDelete: (expense: ExpenseJson) => void;
}

export function ExpenseActions({ expense, onDelete }: { expense: ExpenseJson } & Pick<ListProps, 'onDelete'>) {
  return (
    <>
      {isEditable(expense.status) && (
        <Link
          to="/submit-expense"
          search={{ edit: expense.expense_id }}
          aria-label={texts.editNamed(expense.expense_id)}
          title={texts.edit}
          className={rowButtonClass({ picture: 'edit' })}
        />
      )}
      {isAllowed('delete', expense.status) && (
        <RowButton picture="delete" label={texts.deleteNamed(expense.expense_id)} onClick={() => onDelete(expense)} />
      )}
    </>
  );
}
