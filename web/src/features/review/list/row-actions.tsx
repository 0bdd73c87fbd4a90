import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed } from '@outlay/rules';
import * as texts from '#strings/admin-expenses';
import { isWaiting } from '#expense/waiting';
import { RowGlyph } from '#ui/glyph';
import { PATHS } from '#ui/glyphs';
import { IconButton } from '#ui/button';
import { onePress } from '#ui/one-press';
import { isBarred } from '#panel/super-admins';

export interface DecisionHandlers {
  onApprove: (expense: ExpenseJson) => void;
  onReject: (expense: ExpenseJson) => void;
  onRevert: (expense: ExpenseJson) => void;
  onEdit: (expense: ExpenseJson) => void;
}

export interface RowActionsProps extends DecisionHandlers {
  expense: ExpenseJson;
  barredOwner: string | null;
  small?: boolean;
}

export function amendProblem(expense: ExpenseJson, barredOwner: string | null): string | null {
  if (!isAllowed('amend', expense.status)) return texts.notEditable;
  return isBarred('amend', expense, barredOwner) ? texts.ownExpense : null;
}

/** Why this reviewer may not approve it, though its status allows it. */
export function approvalProblem(expense: ExpenseJson, barredOwner: string | null): string | null {
  if (isWaiting(expense)) return texts.waitingHint;
  return isBarred('approve', expense, barredOwner) ? texts.ownExpense : null;
}

export function RowActions({ expense, barredOwner, small, ...deciding }: RowActionsProps) {
  const { onApprove, onReject, onRevert, onEdit } = deciding;
  const { id, status, expense_id } = expense;
  const notApprovable = approvalProblem(expense, barredOwner);
  const notEditable = amendProblem(expense, barredOwner);
  return (
    <>
      {status === 'submitted' && (
        <>
          <IconButton
            small={small}
            label={texts.approve(expense_id)}
            title={notApprovable ?? undefined}
            disabled={notApprovable !== null}
            {...onePress(`approve ${id}`, () => onApprove(expense))}
          >
            <RowGlyph path={PATHS.check} className="text-approved" />
          </IconButton>
          <IconButton
            small={small}
            label={texts.reject(expense_id)}
            {...onePress(`reject ${id}`, () => onReject(expense))}
          >
            <RowGlyph path={PATHS.x} className="text-rejected" />
          </IconButton>
        </>
      )}
      {status !== 'submitted' && status !== 'draft' && isAllowed('revert', status) && (
        <IconButton
          small={small}
          label={texts.revert(expense_id)}
          {...onePress(`revert ${id}`, () => onRevert(expense))}
        >
          <RowGlyph path={PATHS.revert} />
        </IconButton>
      )}
      <IconButton
        small={small}
        label={texts.edit(expense_id)}
        title={notEditable ?? undefined}
        disabled={notEditable !== null}
        aria-haspopup="dialog"
        onClick={() => onEdit(expense)}
      >
        <RowGlyph path={PATHS.pencil} />
      </IconButton>
    </>
  );
}
