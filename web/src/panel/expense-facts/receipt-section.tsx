import type { ExpenseJson } from '@outlay/contracts';
import { amendedAfterApproval } from '#strings/claim-details';
import * as texts from '#strings/review';
import { JoinedFiles } from '#expense/joined-files';
import { ReceiptPreview } from '#expense/receipt-preview';
import { ReceiptViewer } from '#expense/receipt-viewer';
import { cn } from '#lib/cn';
import { Notice } from '#ui/notice';

interface ReceiptSectionProps {
  expense: ExpenseJson;
  asOf?: string;
  /** Above other content that needs room, so that it is low and folds. */
  folds?: boolean;
}

/** The receipt is beside the facts where there is room. */
export function ReceiptSection({ expense, asOf, folds = false }: ReceiptSectionProps) {
  const heading = 'mb-2 text-sm font-semibold';
  const content = (
    <>
      {expense.amended_after_approval_by && (
        <Notice tone="info" className="mb-2">
          {amendedAfterApproval(expense.amended_after_approval_by)}
        </Notice>
      )}
      {expense.no_receipt && <p className="mb-2 text-sm">{texts.declared}</p>}
      <ReceiptPreview
        receipt={expense.receipt}
        name={expense.receipt_name}
        asOf={asOf}
        Frame={ReceiptViewer}
        heightClass={
          folds ? 'h-[35dvh]' : asOf ? 'h-[500px] lg:h-[calc(100dvh-20rem)]' : 'h-[500px] lg:h-[calc(100dvh-16rem)]'
        }
      />
      <JoinedFiles files={expense.receipt_joined} />
    </>
  );
  return (
    <section
      aria-label={texts.receipt}
      className={cn(
        'min-w-0 lg:sticky lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start',
        // The receipt stays below the bar of the past.
        asOf ? 'lg:top-12' : 'lg:top-0',
      )}
    >
      {folds ? (
        <details open>
          <summary className={heading}>{texts.receipt}</summary>
          {content}
        </details>
      ) : (
        <>
          <h3 className={heading}>{texts.receipt}</h3>
          {content}
        </>
      )}
    </section>
  );
}
