import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed, isEditable } from '@outlay/rules';
import { Link } from '@tanstack/react-router';
import { Glyph } from '#ui/glyph';
import * as texts from '#strings/my-expenses';
import { cn } from '#lib/cn';
import { Button, buttonClass } from '#ui/button';
import { WithdrawButton } from './withdraw-button';

const GROW = 'max-sm:flex-1 max-sm:px-2 max-sm:whitespace-nowrap max-sm:[&_svg]:hidden';

export interface DetailActionsProps {
  expense: ExpenseJson;
  onDelete: (expense: ExpenseJson) => void;
}

export function DetailActions({ expense, onDelete }: DetailActionsProps) {
  return (
    <>
      {isAllowed('delete', expense.status) && (
        <Button variant="danger" onClick={() => onDelete(expense)} className="mr-auto">
          <Glyph name="trash-2" /> {texts.deleteIt}
        </Button>
      )}
      {expense.status === 'submitted' && <WithdrawButton key={expense.id} expense={expense} />}
      <Link to="/submit-expense" search={{ copy: expense.expense_id }} className={cn(buttonClass(), GROW)}>
        <Glyph name="copy" /> {texts.copyAsNew}
      </Link>
      {isEditable(expense.status) && (
        <Link
          to="/submit-expense"
          search={{ edit: expense.expense_id }}
          className={cn(buttonClass({ variant: 'primary' }), GROW)}
        >
          <Glyph name="pencil" /> {expense.status === 'rejected' ? texts.fix : texts.edit}
        </Link>
      )}
    </>
  );
}
