import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/review';
import { formatMoney } from '#expense/format';

export interface SheetLeadProps {
  expense: ExpenseJson;
  listed: readonly ExpenseJson[];
  /** How many claims the filters leave; a text with ≥ if there are more than were counted. */
  total: number | string;
}

/** The place of the claim in the list, and the money that it is about. */
export function SheetLead({ expense, listed, total }: SheetLeadProps) {
  const { id, amount, currency, reimbursement_amount, reimbursement_currency } = expense;
  const position = listed.findIndex((each) => each.id === id) + 1;
  const isConverted = currency !== reimbursement_currency;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
      {position > 0 && <span className="text-sm text-muted figures">{texts.position(position, total)}</span>}
      <span className="text-xl font-semibold figures">{formatMoney(amount, currency)}</span>
      {isConverted && (
        <span className="text-sm text-muted figures">
          {texts.converted(formatMoney(reimbursement_amount, reimbursement_currency))}
        </span>
      )}
    </p>
  );
}
