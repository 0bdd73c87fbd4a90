import { Link } from '@tanstack/react-router';
import * as texts from '#strings/foreseen-duplicate';
import { Notice } from '#ui/notice';
import { useForeseenDuplicate, type Foreseen } from './use-foreseen-duplicate';

/** A warning beside what repeats another claim. The other claim opens in a tab of its own, since this one is typed in. */
export default function ForeseenDuplicate({ by, ...foreseen }: Foreseen & { by: 'same_receipt' | 'same_figures' }) {
  const duplicate = useForeseenDuplicate(foreseen)?.[by];
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
