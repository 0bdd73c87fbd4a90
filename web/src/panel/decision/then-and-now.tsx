import { CLAIM_FIELDS, claimFields, type DecisionJson, type DuplicateJson, type ExpenseJson } from '@outlay/contracts';
import { CLASSIFICATION_LABELS, normaliseClassification } from '@outlay/rules';
import type { ReactNode } from 'react';
import * as texts from '#strings/decision';
import { cn } from '#lib/cn';
import { Badge } from '#ui/badge';
import { formatDate, formatMoney, formatRate } from '#expense/format';
import { formatRateSource } from '#expense/rate-source';
import { StatusPill } from '#expense/status-pill';

type Shown = DecisionJson['then'];
type Field = DecisionJson['differences'][number];

interface Row {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly value: (shown: Shown) => ReactNode;
}

const WRITTEN = CLAIM_FIELDS.flatMap((name) => {
  const field = claimFields[name];
  return field.kind === 'text' ? field : [];
});

const ROWS: readonly Row[] = [
  { name: texts.names.date, fields: ['date'], value: ({ expense }) => expense.date && formatDate(expense.date) },
  ...WRITTEN.map(({ json, label }): Row => ({ name: label, fields: [json], value: ({ expense }) => expense[json] })),
  { name: texts.names.classification, fields: ['classification'], value: ({ expense }) => classificationOf(expense) },
  {
    name: texts.names.amount,
    fields: ['amount', 'currency'],
    value: ({ expense }) => money(expense.amount, expense.currency),
  },
  {
    name: texts.names.vat,
    fields: ['vat_amount'],
    value: ({ expense }) => money(expense.vat_amount, expense.currency),
  },
  {
    name: texts.names.rate,
    fields: ['fetched_exchange_rate', 'rate_source', 'rate_date'],
    value: ({ expense }) => <Rate expense={expense} />,
  },
  {
    name: texts.names.override,
    fields: ['override_exchange_rate', 'override_reason'],
    value: ({ expense }) => <Override expense={expense} />,
  },
  {
    name: texts.names.reimbursement,
    fields: ['reimbursement_amount', 'reimbursement_currency', 'reimbursement_reason'],
    value: ({ expense }) => <Reimbursement expense={expense} />,
  },
  {
    name: texts.names.duplicates,
    fields: ['duplicates'],
    value: ({ duplicates }) => duplicates.length > 0 && <Duplicates duplicates={duplicates} />,
  },
  { name: texts.names.receipt, fields: ['receipt_sha256', 'no_receipt'], value: ({ expense }) => receiptOf(expense) },
];

/** Two columns, on a phone one below the other. */
const COLUMNS = 'grid gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)]';

export function ThenAndNow({ decision: { then, now, differences } }: { decision: DecisionJson }) {
  return (
    <section aria-label={texts.comparison} className="overflow-hidden rounded-xl border border-line">
      <div className={cn(COLUMNS, 'bg-sunken')}>
        <Side className="sm:col-start-2" name={texts.then} shown={then} />
        {now && <Side name={texts.now} shown={now} />}
      </div>
      <dl>
        {ROWS.map(({ name, fields, value }) => {
          const differs = fields.some((field) => differences.includes(field));
          return (
            <div key={name} className={cn(COLUMNS, 'border-t border-line', differs && 'bg-sunken')}>
              <dt className="flex flex-wrap items-start gap-x-2 gap-y-1 text-muted">
                {name}
                {differs && <Badge tone="orange">{texts.differs}</Badge>}
              </dt>
              <Value side={texts.then}>{value(then)}</Value>
              {now && (
                <Value side={texts.now} className={cn(differs && 'font-semibold')}>
                  {value(now)}
                </Value>
              )}
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function Side({ name, shown: { expense }, className }: { name: string; shown: Shown; className?: string }) {
  return (
    <p className={cn('flex flex-wrap items-center gap-2 font-semibold', className)}>
      {name} <StatusPill status={expense.status} />
    </p>
  );
}

function Value({ side, className, children }: { side: string; className?: string; children: ReactNode }) {
  return (
    <dd className={cn('flex min-w-0 gap-2 wrap-anywhere', className)}>
      <span className="w-12 shrink-0 font-normal text-muted sm:sr-only">{side}</span>
      <span className="min-w-0">{children || texts.none}</span>
    </dd>
  );
}

function Rate({ expense }: { expense: ExpenseJson }) {
  const { fetched_exchange_rate: rate, rate_source: source, rate_date: day } = expense;
  if (rate === null) return texts.none;
  return <WithNote value={formatRate(rate, expense.amount)} note={source && rateNote(source, day)} />;
}

function rateNote(source: string, day: string | null): string {
  return source === 'identity' ? formatRateSource(source) : `${formatRateSource(source)}, ${formatDate(day)}`;
}

function Override({ expense }: { expense: ExpenseJson }) {
  const { override_exchange_rate: rate, override_reason: reason } = expense;
  return rate === null ? texts.none : <WithNote value={formatRate(rate, expense.amount)} note={reason} />;
}

function Reimbursement({ expense }: { expense: ExpenseJson }) {
  const { reimbursement_amount: amount, reimbursement_currency: currency, reimbursement_reason: reason } = expense;
  return amount === null ? texts.none : <WithNote value={formatMoney(amount, currency)} note={reason} />;
}

function WithNote({ value, note }: { value: string; note: string | null }) {
  return (
    <>
      <span className="figures">{value}</span>
      {note && <span className="block font-normal text-muted">{note}</span>}
    </>
  );
}

function Duplicates({ duplicates }: { duplicates: readonly DuplicateJson[] }) {
  return (
    <ul className="space-y-1">
      {duplicates.map(({ id, expense_id, status, user_name, same_receipt, same_figures }) => (
        <li key={id}>
          <span className="figures">{expense_id}</span> <StatusPill status={status} />
          <span className="block font-normal text-muted">
            {[user_name, same_figures && texts.sameFigures, same_receipt && texts.sameReceipt]
              .filter(Boolean)
              .join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function money(amount: number | null, currency: string | null): string | null {
  return amount === null ? null : formatMoney(amount, currency);
}

function classificationOf({ classification }: ExpenseJson): string | null {
  const known = normaliseClassification(classification ?? '');
  return known ? CLASSIFICATION_LABELS[known] : classification;
}

function receiptOf({ receipt_name, receipt, no_receipt }: ExpenseJson): string | null {
  return receipt_name ?? receipt ?? (no_receipt ? texts.noReceipt : null);
}
