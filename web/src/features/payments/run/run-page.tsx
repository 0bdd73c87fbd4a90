import type { RunJson } from '@outlay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as texts from '#strings/payment-run';
import * as paymentTexts from '#strings/payments';
import { formatInstant, formatMoney } from '#expense/format';
import { Badge } from '#ui/badge';
import { Button, buttonClass } from '#ui/button';
import { Glyph } from '#ui/glyph';
import { Notice } from '#ui/notice';
import { SkeletonRows } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';
import { Table, Td, Th } from '#ui/table';
import { Unavailable } from '#panel/unavailable';
import { showPaid } from '../pay-expenses';
import { IF_NARROW, IF_WIDE } from './if-wide';
import { RunDownloads } from './run-downloads';
import { runQuery } from './runs';

type RunPayment = RunJson['payments'][number];

export interface RunPageProps {
  id: string;
  onBack: () => void;
  /** Selects again who was not paid; null for who may not pay. */
  onAgain: ((refused: readonly RunPayment[]) => void) | null;
}

export default function RunPage({ id, onBack, onAgain }: RunPageProps) {
  const run = useQuery(runQuery(id));
  const queryClient = useQueryClient();
  const open = run.data?.counts.open;
  useEffect(() => {
    // The lists have what was paid once all is done.
    if (open === 0) void showPaid(queryClient);
  }, [open, queryClient]);
  return (
    <>
      <Button variant="ghost" className="mb-3 -ml-2" onClick={onBack}>
        <Glyph name="arrow-left" /> {texts.back}
      </Button>
      {run.isPending && <SkeletonRows label={texts.loadingRun} rows={6} />}
      {run.isError && !run.data && <Unavailable query={run} />}
      {run.data && <Run run={run.data} onAgain={onAgain} />}
    </>
  );
}

function Run({ run, onAgain }: { run: RunJson } & Pick<RunPageProps, 'onAgain'>) {
  const { reference, started_at, started_by, counts, totals, payments } = run;
  const refused = payments.filter(({ status }) => status === 'refused');
  return (
    <section aria-label={reference}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="figures text-lg font-semibold">{reference}</h2>
          <p className="text-sm text-muted wrap-anywhere">
            {texts.startedBy(started_by.email, formatInstant(started_at))}
          </p>
        </div>
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          {totals.map(({ currency, expected_total, paid_total }) => (
            <div key={currency}>
              <dt className="text-sm text-muted">{texts.paidOf(formatMoney(expected_total, currency))}</dt>
              <dd className="figures text-xl font-semibold">{formatMoney(paid_total, currency)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p role="status" className="mb-3 flex min-h-5 items-center gap-2 text-sm font-medium">
        {counts.open > 0 ? (
          <>
            <Spinner /> {texts.progress(payments.length - counts.open, payments.length)} {texts.goesOn}
          </>
        ) : (
          texts.summary(counts.paid + counts.in_part, payments.length)
        )}
      </p>
      {counts.open === 0 && refused.length > 0 && (
        <Notice tone="warning" className="mb-4">
          <p>{texts.notPaid(refused.length)}</p>
          {onAgain && (
            <Button className="mt-2" onClick={() => onAgain(refused)}>
              {texts.lookAgain}
            </Button>
          )}
        </Notice>
      )}
      {counts.open === 0 && counts.paid + counts.in_part > 0 && <RunDownloads id={run.id} reference={reference} />}
      <Table aria-label={texts.people}>
        <thead>
          <tr>
            <Th>{texts.person}</Th>
            <Th className={`text-right ${IF_WIDE}`}>{texts.count}</Th>
            <Th className="text-right">{texts.total}</Th>
            <Th>{texts.state}</Th>
            <Th className={IF_WIDE}>{texts.reference}</Th>
          </tr>
        </thead>
        <tbody>
          {payments.map((payment, index) => (
            <tr key={index} className="[&>td]:align-middle">
              <Td className="min-w-28">
                <span className="block font-medium wrap-anywhere">{payment.user_name}</span>
                <span className={`block text-muted ${IF_NARROW}`}>{texts.counted(payment.expense_count)}</span>
                <span className={`figures block text-xs text-muted ${IF_NARROW}`}>{payment.reference}</span>
              </Td>
              <Td className={`figures text-right ${IF_WIDE}`}>{payment.expense_count}</Td>
              <Td className="figures text-right font-semibold whitespace-nowrap">
                {formatMoney(payment.expected_total, payment.currency)}
              </Td>
              <Td className="min-w-24 sm:min-w-48">
                <State payment={payment} />
              </Td>
              <Td className={`figures whitespace-nowrap ${IF_WIDE}`}>{payment.reference}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

const STATES = {
  paid: { tone: 'green', icon: 'circle-check', label: texts.paid },
  in_part: { tone: 'orange', icon: 'circle-alert', label: texts.inPart },
  refused: { tone: 'red', icon: 'circle-x', label: texts.failed },
} as const;

function State({ payment }: { payment: RunPayment }) {
  if (payment.status === 'open') return <span className="text-muted">{texts.waiting}</span>;
  const { tone, icon, label } = STATES[payment.status];
  const explanation = explanationOf(payment);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2">
        <Badge tone={tone} icon={<Glyph name={icon} />}>
          {label}
        </Badge>
        <ReportLink payment={payment} />
      </div>
      {explanation && <p className="mt-1 wrap-anywhere">{explanation}</p>}
    </>
  );
}

function explanationOf({ status, paid_count, expense_count, paid_total, currency, refusal }: RunPayment) {
  if (status !== 'in_part') return refusal?.message;
  return paymentTexts.transferOnly(paid_count, expense_count, formatMoney(paid_total, currency));
}

function ReportLink({ payment: { report_id } }: { payment: RunPayment }) {
  if (report_id === null) return null;
  return (
    <Link to="/admin" search={{ tab: 'reports', report: report_id }} className={buttonClass({ variant: 'link' })}>
      {paymentTexts.openReport}
    </Link>
  );
}
