import { useQuery } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import * as expenseTexts from '#strings/expense';
import { duplicates as possibleDuplicates } from '#strings/expense-details';
import * as texts from '#strings/my-expenses';
import { AuditTrail } from '#expense/audit-trail';
import { JoinedFiles } from '#expense/joined-files';
import { ReceiptPreview } from '#expense/receipt-preview';
import { lazyPart } from '#ui/lazy-part';
import { Sheet } from '#ui/sheet';
import { Notice } from '#ui/notice';
import { Steps } from '#ui/steps';
import { auditLogQuery } from './audit-log';
import { DetailActions } from './detail-actions';
import { DetailFields } from './detail-fields';

/** Few claims have a question. */
const QuestionNotice = lazyPart(() => import('./question-notice'));

export interface ExpenseDetailsProps {
  expense: ExpenseJson | null;
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
      title={texts.detailsTitle}
      description={expense?.expense_id}
      actions={<Steps items={neighbours} at={position} previous={texts.previous} next={texts.next} onShow={onShow} />}
      footer={expense && <DetailActions expense={expense} onDelete={onDelete} />}
    >
      {expense ? <Details key={expense.id} expense={expense} /> : <Notice tone="info">{texts.gone}</Notice>}
    </Sheet>
  );
}

function Details({ expense }: { expense: ExpenseJson }) {
  const audit = useQuery(auditLogQuery(expense.id, expense.revision));
  const { duplicate_count: duplicates } = expense;
  return (
    <div className="space-y-6">
      {duplicates > 0 && <Notice tone="warning">{possibleDuplicates(duplicates)}</Notice>}
      {expense.question && <QuestionNotice expense={expense} question={expense.question} />}
      <DetailFields expense={expense} />
      <section aria-label={texts.receipt}>
        <h3 className="mb-3 text-sm font-semibold">{texts.receipt}</h3>
        <ReceiptPreview receipt={expense.receipt} name={expense.receipt_name} />
        <JoinedFiles files={expense.receipt_joined} />
        {expense.no_receipt && <p className="mt-1 text-sm text-muted">{expenseTexts.declared}</p>}
      </section>
      <AuditTrail entries={audit.data} query={audit} />
    </div>
  );
}
