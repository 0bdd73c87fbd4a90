import type { ExpenseJson } from '@outlay/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Glyph } from '#ui/glyph';
import * as texts from '#strings/past';
import { AuditTrail } from '#expense/audit-trail';
import { formatInstant } from '#expense/format';
import { BoxedExchange } from '#expense/question';
import { ExpenseFacts } from '#panel/expense-facts/expense-facts';
import { ReceiptSection } from '#panel/expense-facts/receipt-section';
import { buttonClass } from '#ui/button';
import { Sheet } from '#ui/sheet';
import { pastHistory } from './past-queries';

export interface PastSheetProps {
  /** The expense as it was then. */
  expense: ExpenseJson;
  asOf: string;
  onClose: () => void;
}

export default function PastSheet({ expense, asOf, onClose }: PastSheetProps) {
  const history = useQuery(pastHistory(asOf, expense.id));
  return (
    <Sheet
      open
      onClose={onClose}
      width="xl"
      title={expense.expense_id}
      description={`${expense.user_name}, ${expense.user_email}`}
    >
      <p className="sticky -top-4 z-10 mb-6 flex items-center gap-2 rounded-xl border-2 border-submitted bg-submitted-soft p-3 text-sm text-submitted">
        <Glyph name="history" className="size-5 shrink-0" />
        <span>
          <strong>{texts.title(formatInstant(asOf))}</strong> {texts.readOnly}
        </span>
      </p>
      <div className="grid gap-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 space-y-6">
          <ExpenseFacts expense={expense} asOf={asOf} />
          {expense.question && <BoxedExchange question={expense.question} />}
        </div>
        <ReceiptSection expense={expense} asOf={asOf} />
        <div className="space-y-3">
          <AuditTrail entries={history.data} query={history} />
          <Link to="/audit" search={{ as_of: asOf, expense: expense.expense_id }} className={buttonClass()}>
            {texts.events}
          </Link>
        </div>
      </div>
    </Sheet>
  );
}
