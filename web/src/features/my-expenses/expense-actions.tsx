import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed, isEditable } from '@outlay/rules';
import { Link } from '@tanstack/react-router';
import * as texts from '#strings/my-expenses';
import { RowGlyph } from '#ui/glyph';
import { PATHS } from '#ui/glyphs';
import { buttonClass, IconButton } from '#ui/button';

export interface ListProps {
  expenses: readonly ExpenseJson[];
  total: number;
  isPart: boolean;
  onSeen: (first: number, last: number) => void;
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
          className={buttonClass({ variant: 'ghost', size: 'icon' })}
        >
          <RowGlyph path={PATHS.pencil} />
        </Link>
      )}
      {isAllowed('delete', expense.status) && (
        <IconButton label={texts.deleteNamed(expense.expense_id)} onClick={() => onDelete(expense)}>
          <RowGlyph path={PATHS['trash-2']} />
        </IconButton>
      )}
    </>
  );
}
