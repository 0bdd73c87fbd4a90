import type { ExpenseJson } from '@outlay/contracts';
import { useId, useState } from 'react';
import * as texts from '#strings/review';
import { formatMoney, formatShortDate } from '#expense/format';
import { ReceiptPreview } from '#expense/receipt-preview';
import { ReceiptViewer } from '#expense/receipt-viewer';
import { cn } from '#lib/cn';
import { ChoiceField } from '#panel/claim-form/choice-field';

export interface ReceiptComparisonProps {
  expense: ExpenseJson;
  duplicates: readonly ExpenseJson[];
  heightClass: string;
}

export function ReceiptComparison({ expense, duplicates, heightClass }: ReceiptComparisonProps) {
  const [chosen, setChosen] = useState<string>();
  const other = duplicates.find(({ id }) => id === chosen) ?? duplicates[0];
  return (
    <section aria-label={texts.comparison}>
      {duplicates.length > 1 && (
        <ChoiceField
          label={texts.compareWith}
          name="compareWith"
          className="mb-4 max-w-xs"
          value={other?.id ?? ''}
          options={duplicates.map(({ id, expense_id }) => [id, expense_id])}
          onChange={setChosen}
        />
      )}
      <div className="grid gap-5 md:grid-cols-2">
        <Side title={texts.thisClaim} expense={expense} heightClass={heightClass} />
        {other && <Side key={other.id} title={texts.otherClaim} expense={other} heightClass={heightClass} />}
      </div>
    </section>
  );
}

interface SideProps {
  title: string;
  expense: ExpenseJson;
  heightClass: string;
}

function Side({ title, expense, heightClass }: SideProps) {
  const heading = useId();
  return (
    <article aria-labelledby={heading} className="min-w-0">
      <h3 id={heading} className="text-sm font-semibold">
        {title} <span className="figures">{expense.expense_id}</span>
      </h3>
      <p className="mb-2 text-sm text-muted">
        {formatShortDate(expense.date)} · {formatMoney(expense.amount, expense.currency)}
      </p>
      {expense.no_receipt && <p className="mb-2 text-sm">{texts.declared}</p>}
      <ReceiptPreview
        Frame={ReceiptViewer}
        receipt={expense.receipt}
        name={expense.receipt_name}
        heightClass={cn('h-72 md:min-h-72', heightClass)}
      />
    </article>
  );
}
