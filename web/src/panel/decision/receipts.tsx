import type { DecisionJson, ExpenseJson } from '@outlay/contracts';
import { useQuery } from '@tanstack/react-query';
import * as texts from '#strings/decision';
import { LoadFailure } from '#ui/load-failure';
import { Skeleton } from '#ui/skeleton';
import { ReceiptPreview } from '#expense/receipt-preview';
import { receiptOfThenQuery } from './decision-query';

const HEIGHT = 'h-80';

/** Shows one receipt if both are the same file. */
export function Receipts({ decision }: { decision: DecisionJson }) {
  const [then, now] = [decision.then.expense, decision.now?.expense];
  const isSame = then.receipt_sha256 === (now?.receipt_sha256 ?? null);
  if (!then.receipt && !now?.receipt) return null;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {then.receipt && (
        <section aria-label={isSame ? texts.receiptBoth : texts.receiptThen} className="min-w-0">
          <h3 className="mb-2 font-semibold">{isSame ? texts.receiptBoth : texts.receiptThen}</h3>
          <ReceiptOfThen expense={then} receipt={then.receipt} revision={decision.by.revision} />
        </section>
      )}
      {now?.receipt && !isSame && (
        <section aria-label={texts.receiptNow} className="min-w-0 sm:col-start-2">
          <h3 className="mb-2 font-semibold">{texts.receiptNow}</h3>
          <ReceiptPreview receipt={now.receipt} name={now.receipt_name} heightClass={HEIGHT} />
        </section>
      )}
    </div>
  );
}

function ReceiptOfThen({ expense, receipt, revision }: { expense: ExpenseJson; receipt: string; revision: number }) {
  const query = useQuery(receiptOfThenQuery(expense.id, revision, receipt));
  if (query.error) return <LoadFailure query={query} fallback={texts.receiptFailed} />;
  if (!query.data) return <Skeleton className={HEIGHT} />;
  return <ReceiptPreview receipt={receipt} name={expense.receipt_name} heightClass={HEIGHT} />;
}
