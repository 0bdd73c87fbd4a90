import { Link } from '@tanstack/react-router';
import type { ForeseenDuplicate as Foreseen } from '@outlay/contracts';
import * as texts from '#strings/submit-expense';
import { Notice } from '#ui/notice';

/** A warning beside what repeats another claim. The other claim opens in a tab of its own, since this one is typed in. */
export function ForeseenDuplicate({ duplicate }: { duplicate: Foreseen | null | undefined }) {
  return (
    <div role="status" className="empty:hidden">
      {duplicate && (
        <Notice tone="warning">
          <p>{duplicate.message}</p>
          {duplicate.justification && <p className="wrap-anywhere">{duplicate.justification}</p>}
          {duplicate.expense_id && (
            <Link
              to="/my-expenses"
              search={{ expense: duplicate.expense_id }}
              target="_blank"
              className="inline-block py-1 font-medium underline"
            >
              {texts.lookAt(duplicate.expense_id)}
            </Link>
          )}
        </Notice>
      )}
    </div>
  );
}
