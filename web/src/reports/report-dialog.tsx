import type { ExpenseJson, ReportJson } from '@outlay/contracts';
import { Glyph } from '#ui/glyph';
import { useState, type ReactNode } from 'react';
import * as texts from '#strings/reports';
import { formatDate, formatMoney } from '#expense/format';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { LoadFailure, type Loading } from '#ui/load-failure';
import { Notice } from '#ui/notice';
import { Skeleton } from '#ui/skeleton';
import { expensesOf, PaidExpenses } from './paid-expenses';
import { ReportPreview } from './report-preview';
import { ReportState } from './report-state';

export interface ReportDialogProps {
  report: ReportJson;
  expenses: Loading & { readonly data?: readonly ExpenseJson[] | undefined };
  onClose: () => void;
  children?: ReactNode;
}

export function ReportDialog({ report, expenses, onClose, children }: ReportDialogProps) {
  const [previewing, setPreviewing] = useState(false);
  return (
    <Dialog open onClose={onClose} title={texts.report} description={report.user_name} width="xl">
      <div className="space-y-5">
        <dl className="grid gap-3 sm:grid-cols-3">
          <Total label={texts.generated} value={formatDate(report.generated_at)} />
          <Total label={texts.totalExpenses} value={String(report.expense_count)} />
          <Total label={texts.totalAmount} value={formatMoney(report.total_amount, report.currency)} />
        </dl>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            disabled={report.status !== 'ready'}
            aria-expanded={previewing}
            onClick={() => setPreviewing(!previewing)}
          >
            <Glyph name="table-2" /> {previewing ? texts.hidePreview : texts.showPreview}
          </Button>
          {children}
          <ReportState report={report} />
        </div>
        {report.failure_reason && (
          <Notice tone="error">
            <p>{report.failure_reason}</p>
            <p>{texts.failedHint}</p>
          </Notice>
        )}
        {previewing && <ReportPreview filename={report.filename} />}
        {!expenses.data && <LoadFailure query={expenses} text={texts.expensesFailed} />}
        {!expenses.data && !expenses.error && <Skeleton className="h-40" />}
        {expenses.data && <PaidExpenses expenses={expensesOf(report, expenses.data)} />}
      </div>
    </Dialog>
  );
}

function Total({ label, value }: { label: string; value: string }) {
  return (
    <div className="rounded-lg bg-sunken px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="figures mt-0.5 text-lg font-semibold">{value}</dd>
    </div>
  );
}
