import type { ExpenseJson } from '@outlay/contracts';
import { useId, useState } from 'react';
import * as texts from '#strings/review';
import { formatMoney, formatShortDate } from '../../../expense/format';
import { ReceiptPreview } from '../../../expense/receipt-preview';
import { ChoiceField } from '../claim/choice-field';

export interface ReceiptComparisonProps {
  expense: ExpenseJson;
  duplicates: readonly ExpenseJson[];
}

/** A claim's receipt beside that of a claim it looks like; where there are several, one after the other. */
export function ReceiptComparison({ expense, duplicates }: ReceiptComparisonProps) {
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
        <Side title={texts.thisClaim} expense={expense} />
        {other && <Side key={other.id} title={texts.otherClaim} expense={other} />}
      </div>
    </section>
  );
}

function Side({ title, expense }: { title: string; expense: ExpenseJson }) {
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
        receipt={expense.receipt}
        name={expense.receipt_name}
        heightClass="h-72 md:h-[calc(100dvh-36rem)] md:min-h-72"
      />
    </article>
  );
}
