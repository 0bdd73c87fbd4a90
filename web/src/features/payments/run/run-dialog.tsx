import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleX } from '#ui/icons';
import * as texts from '#strings/payment-run';
import * as paymentTexts from '#strings/payments';
import * as ui from '#strings/ui';
import { Badge } from '#ui/badge';
import { Button, buttonClass } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { onePress } from '#ui/one-press';
import { Spinner } from '#ui/spinner';
import { presentTotals } from '#panel/totals';
import type { Running } from '#panel/use-one-by-one';
import type { Owed } from './owed';
import { usePaymentRun, type OwedResult } from './use-payment-run';

export interface RunDialogProps {
  owed: readonly Owed[];
  onClose: () => void;
}

export default function RunDialog({ owed, onClose }: RunDialogProps) {
  const { results, phase, unpaid, start, stop } = usePaymentRun(owed);
  const ended = [...results.values()].filter(({ kind }) => kind !== 'running').length;
  const paid = [...results.values()].filter(({ kind }) => kind === 'paid').length;
  return (
    <Dialog
      open
      isForm
      width="md"
      title={texts.runTitle}
      onClose={phase === 'running' ? stop : onClose}
      footer={
        <>
          {phase === 'asked' && <Button onClick={onClose}>{ui.cancel}</Button>}
          {phase === 'running' && <Button onClick={stop}>{texts.stop}</Button>}
          {phase === 'done' && <Button onClick={onClose}>{ui.close}</Button>}
          {phase !== 'running' && unpaid.length > 0 && (
            <Button variant="primary" {...onePress(texts.runTitle, start)}>
              {phase === 'asked' ? texts.pay(owed.length) : texts.again(unpaid.length)}
            </Button>
          )}
        </>
      }
    >
      <p className="text-sm">{texts.explanation}</p>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-4">
        <span className="text-sm text-muted">{texts.total}</span>
        {presentTotals(owed.flatMap(({ expenses }) => expenses)).map((total) => (
          <strong key={total} className="figures text-xl font-semibold">
            {total}
          </strong>
        ))}
      </p>
      <p role="status" className="my-3 min-h-5 text-sm font-medium">
        {phase === 'running' && texts.progress(ended, owed.length)}
        {phase === 'done' && texts.summary(paid, owed.length)}
      </p>
      <ul aria-label={texts.people} className="divide-y divide-line rounded-xl border border-line text-sm">
        {owed.map((one) => (
          <li
            key={one.key}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5 px-3 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto_15rem]"
          >
            <div className="min-w-0">
              <span className="font-medium wrap-anywhere">{one.userName}</span>
              <span className="block text-muted">{texts.counted(one.expenses.length)}</span>
            </div>
            <span className="figures text-right font-medium">{presentTotals(one.expenses)}</span>
            <div className="max-sm:col-span-2">
              <Result result={results.get(one.key)} />
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Result({ result }: { result: OwedResult | Running | undefined }) {
  switch (result?.kind) {
    case undefined:
      return <span className="text-muted">{texts.waiting}</span>;
    case 'running':
      return (
        <span className="flex items-center gap-2 text-muted">
          <Spinner /> {texts.running}
        </span>
      );
    case 'paid':
      return (
        <>
          <Badge tone="green" icon={<CircleCheck aria-hidden />}>
            {texts.paid}
          </Badge>
          <ReportOf {...result} />
        </>
      );
    case 'in-part':
      return (
        <>
          <Badge tone="orange" icon={<CircleAlert aria-hidden />}>
            {texts.inPart}
          </Badge>
          <ReportOf {...result} />
          <p className="mt-1 wrap-anywhere">{result.text}</p>
        </>
      );
    case 'failed':
    case 'refused':
      return (
        <>
          <Badge tone="red" icon={<CircleX aria-hidden />}>
            {texts.failed}
          </Badge>
          <p className="mt-1 wrap-anywhere">{result.text}</p>
        </>
      );
  }
}

function ReportOf({ report }: Pick<Extract<OwedResult, { kind: 'paid' }>, 'report'>) {
  if (!report) return null;
  return (
    <Link
      to="/admin"
      search={{ tab: 'reports', report: report.id }}
      className={`${buttonClass({ variant: 'link' })} ml-2`}
    >
      {paymentTexts.openReport}
    </Link>
  );
}
