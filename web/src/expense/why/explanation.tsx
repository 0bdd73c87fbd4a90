import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ExpenseJson, ExplanationJson } from '@outlay/contracts';
import { decimalPlaces, roundHalfUp, type Decimal } from '@outlay/rules';
import type { ReactNode } from 'react';
import * as texts from '#strings/why';
import { api } from '#lib/api';
import { LoadFailure } from '#ui/load-failure';
import { Skeleton } from '#ui/skeleton';
import { formatDate, formatInstant } from '../format';
import { formatRateSource } from '../rate-source';

type BroughtBy = ExplanationJson['history'][number]['by'];

const CENTS = 2;

const whyQuery = (id: string, revision: number, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['expenses', 'why', id, revision, as_of],
    queryFn: ({ signal }) => api('GET /api/expenses/{id}/why', { params: { id }, query: { as_of }, signal }),
  });

export interface ExplanationProps {
  expense: ExpenseJson;
  asOf: string | undefined;
}

export default function Explanation({ expense: { id, revision }, asOf }: ExplanationProps) {
  const query = useQuery(whyQuery(id, revision, asOf));
  const { data } = query;
  if (query.error) return <LoadFailure query={query} fallback={texts.failed} />;
  if (!data) return <Skeleton className="h-24" />;
  return (
    <div className="mt-2 space-y-3 rounded-lg border border-line bg-sunken p-3.5 text-sm">
      <dl className="space-y-2">
        <Terms explanation={data} />
      </dl>
      <History explanation={data} />
    </div>
  );
}

function Terms({ explanation }: { explanation: ExplanationJson }) {
  const { amount, rate, override, product, entered, reimbursement } = explanation;
  return (
    <>
      {amount && <Term name={texts.amount} value={`${amount.value} ${amount.currency}`} by={amount.by} />}
      {rate && (
        <Term name={texts.rate} value={rate.value} by={rate.by}>
          {rate.source === 'identity'
            ? formatRateSource(rate.source)
            : texts.from(formatRateSource(rate.source), formatDate(rate.effective_date))}
          {rate.legs && <span className="figures block">{legsText(rate.legs)}</span>}
        </Term>
      )}
      {override && (
        <Term name={texts.override} value={override.value} by={override.by}>
          {texts.deviation(signed(override.deviation_percent))}
          <span className="block">{override.reason}</span>
        </Term>
      )}
      {product !== null && <Term name={texts.product} value={product} />}
      {product !== null && !isCents(product) && (
        <Term name={texts.rounded} value={`${roundHalfUp(product, CENTS)} ${reimbursement?.currency}`} />
      )}
      {entered && (
        <Term name={texts.entered} value={`${entered.value} ${reimbursement?.currency}`} by={entered.by}>
          {entered.reason}
        </Term>
      )}
    </>
  );
}

interface TermProps {
  name: string;
  value: string;
  by?: BroughtBy;
  children?: ReactNode;
}

function Term({ name, value, by, children }: TermProps) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="figures ml-auto font-medium wrap-anywhere">{value}</dd>
      {(children || by) && (
        <dd className="w-full text-xs text-muted wrap-anywhere">
          {children}
          {by && <span className="block">{texts.by(by.actor_email, formatInstant(by.at))}</span>}
        </dd>
      )}
    </div>
  );
}

/** The first figure alone says nothing that the terms do not say. */
function History({ explanation: { history } }: { explanation: ExplanationJson }) {
  if (history.length < 2) return null;
  return (
    <section aria-label={texts.history} className="border-t border-line pt-3">
      <p className="text-muted">{texts.history}</p>
      <ol className="mt-1 space-y-1">
        {history.map(({ value, currency, approved, by }) => (
          <li key={by.event_id} className="flex flex-wrap justify-between gap-x-4">
            <span className="figures">
              {value === null ? texts.none : `${value} ${currency}`}
              {approved && <span className="ml-2 text-approved">{texts.approved}</span>}
            </span>
            <span className="text-xs text-muted wrap-anywhere">{texts.by(by.actor_email, formatInstant(by.at))}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function legsText([first, second]: NonNullable<NonNullable<ExplanationJson['rate']>['legs']>): string {
  const leg = (one: typeof first) => (one ? `${one.per_eur} ${one.currency}` : '');
  if (first?.currency === 'EUR') return texts.leg(leg(second));
  if (second?.currency === 'EUR') return texts.leg(leg(first));
  return texts.legs(leg(first), leg(second));
}

function isCents(value: Decimal): boolean {
  return decimalPlaces(value) <= CENTS;
}

function signed(percent: string): string {
  return percent.startsWith('-') ? percent : `+${percent}`;
}
