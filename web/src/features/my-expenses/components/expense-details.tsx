import { useQuery } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { AuditTrail } from '../../../expense/audit-trail';
import { ReceiptPreview } from '../../../expense/receipt-preview';
import { IconButton } from '../../../ui/button';
import { Sheet } from '../../../ui/dialog';
import { Notice } from '../../../ui/notice';
import { auditLogQuery } from '../api/audit-log';
import { DetailActions } from './detail-actions';
import { DetailFields } from './detail-fields';

export interface ExpenseDetailsProps {
  /** Null where there is no such expense. */
  expense: ExpenseJson | null;
  /** The list as it is shown: what previous and next walk along. */
  neighbours: readonly ExpenseJson[];
  onShow: (expense: ExpenseJson) => void;
  onClose: () => void;
  onDelete: (expense: ExpenseJson) => void;
}

export default function ExpenseDetails({ expense, neighbours, onShow, onClose, onDelete }: ExpenseDetailsProps) {
  const position = neighbours.findIndex(({ id }) => id === expense?.id);
  return (
    <Sheet
      open
      onClose={onClose}
      title="Expense details"
      description={expense?.expense_id}
      actions={
        position >= 0 && (
          <>
            <Step label="Previous expense" to={neighbours[position - 1]} onShow={onShow} />
            <Step label="Next expense" to={neighbours[position + 1]} onShow={onShow} />
          </>
        )
      }
      footer={expense && <DetailActions expense={expense} onDelete={onDelete} />}
    >
      {expense ? (
        <Details key={expense.id} expense={expense} />
      ) : (
        <Notice tone="info">This expense is not in your list. It may have been deleted.</Notice>
      )}
    </Sheet>
  );
}

interface StepProps {
  label: 'Previous expense' | 'Next expense';
  to: ExpenseJson | undefined;
  onShow: (expense: ExpenseJson) => void;
}

function Step({ label, to, onShow }: StepProps) {
  const Icon = label === 'Previous expense' ? ChevronLeft : ChevronRight;
  return (
    <IconButton label={label} disabled={!to} onClick={() => to && onShow(to)}>
      <Icon aria-hidden />
    </IconButton>
  );
}

function Details({ expense }: { expense: ExpenseJson }) {
  const audit = useQuery(auditLogQuery(expense.id, expense.revision));
  const { duplicate_count: duplicates } = expense;
  return (
    <div className="space-y-6">
      {duplicates > 0 && (
        <Notice tone="warning">
          Possible duplicate: {duplicates} approved or paid {duplicates === 1 ? 'expense has' : 'expenses have'} the
          same date, amount and currency.
        </Notice>
      )}
      <DetailFields expense={expense} />
      <section aria-label="Receipt">
        <h3 className="mb-3 text-sm font-semibold">Receipt</h3>
        <ReceiptPreview receipt={expense.receipt} name={expense.receipt_name} />
        {expense.no_receipt && (
          <p className="mt-1 text-sm text-muted">Declared on honor: there is no receipt for this expense.</p>
        )}
      </section>
      <AuditTrail entries={audit.data} error={audit.error} />
    </div>
  );
}
