import type { AnalyticsJson } from '@outlay/contracts';
import { addDecimals, CLASSIFICATION_LABELS, parseDecimal, type Classification, type Status } from '@outlay/rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Glyph } from '#ui/glyph';
import { useState } from 'react';
import * as texts from '#strings/analytics';
import * as language from '#strings/language';
import { formatMoney } from '#expense/format';
import { Filter } from '#expense/list-filters';
import { datesOfMonth } from '#lib/month';
import type { PanelSearch } from '#panel/panel-search';
import { pastUsers } from '#panel/past-users';
import { usersQuery } from '#panel/queries';
import { nameOf } from '#panel/user-name';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { lazyPart } from '#ui/lazy-part';
import { LoadFailure } from '#ui/load-failure';
import { Skeleton, SkeletonRows } from '#ui/skeleton';
import { analyticsQuery } from './analytics-query';
import { BarTable, type BarRow } from './bar-table';
import { AGES, quantile, stepsOf, WAITING } from './days';
import { monthsBetween, monthsOf, type Period } from './periods';

const MonthChart = lazyPart(
  () => import('./month-chart'),
  () => <Skeleton className="mx-4 mb-3 h-62" />,
);

const COUNTED = {
  all: ['submitted', 'approved', 'paid'],
  decided: ['approved', 'paid'],
  paid: ['paid'],
} as const satisfies Record<keyof typeof texts.countedStatuses, readonly Status[]>;
const SHOWN_PEOPLE = 10;

/** Spending and waiting times, now or as of an instant. */
export default function AnalyticsTab({ asOf }: { asOf?: string }) {
  const [period, setPeriod] = useState<Period>('year');
  const [counted, setCounted] = useState<keyof typeof COUNTED>('all');
  const [chosen, setCurrency] = useState<string | null>(null);
  const months = monthsOf(period, asOf ?? new Date().toISOString());
  const query = useQuery({
    ...analyticsQuery({ ...months, statuses: COUNTED[counted] }, asOf),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  if (!data) {
    if (query.isError) return <LoadFailure query={query} />;
    return <SkeletonRows label={texts.loading} rows={8} />;
  }
  const currencies = currenciesOf(data);
  const currency = currencies.find((each) => each === chosen) ?? currencies[0];
  return (
    <>
      <div
        role="search"
        aria-label={texts.filters}
        className="mb-4 grid grid-cols-2 items-end gap-x-4 gap-y-2 md:flex md:flex-wrap"
      >
        <Filter
          label={texts.period}
          value={period}
          options={Object.entries(texts.periods)}
          onChange={(value) => setPeriod(value as Period)}
        />
        {currencies.length > 1 && (
          <Filter
            label={texts.currency}
            value={currency ?? ''}
            options={currencies.map((each) => [each, each])}
            onChange={setCurrency}
          />
        )}
        <Filter
          label={texts.counted}
          className="max-md:col-span-2"
          value={counted}
          options={Object.entries(texts.countedStatuses)}
          onChange={(value) => setCounted(value as keyof typeof COUNTED)}
        />
        <Button className="ms-auto max-md:hidden" onClick={() => window.print()}>
          <Glyph name="printer" /> {texts.print}
        </Button>
      </div>
      {currency === undefined ? (
        <EmptyState icon={<Glyph name="chart-no-axes-combined" />} title={texts.nothing}>
          {texts.nothingText}
        </EmptyState>
      ) : (
        <Charts data={data} currency={currency} asOf={asOf} counted={COUNTED[counted]} />
      )}
    </>
  );
}

interface ChartsProps {
  data: AnalyticsJson;
  /** The one reimbursement currency that is shown. */
  currency: string;
  asOf: string | undefined;
  counted: readonly Status[];
}

function Charts({ data, currency, asOf, counted }: ChartsProps) {
  const now = useQuery({ ...usersQuery, enabled: asOf === undefined });
  const then = useQuery({ ...pastUsers(asOf ?? ''), enabled: asOf !== undefined });
  const { data: users = [] } = asOf === undefined ? now : then;
  // The list takes one status.
  const status = counted.length === 1 ? counted[0] : undefined;
  const link = (search: PanelSearch): PanelSearch => ({ ...search, ...(asOf !== undefined && { as_of: asOf }) });
  const inCurrency = <Entry extends { currency: string }>(entries: readonly Entry[]) =>
    entries.filter((entry) => entry.currency === currency);

  const byMonth = new Map(inCurrency(data.months).map((entry) => [entry.month, entry]));
  const months = monthsBetween(data.from, data.to).map((key): BarRow => {
    const { count = 0, total = 0 } = byMonth.get(key) ?? {};
    return { key, label: monthName(key), count, total, currency, search: link({ ...datesOfMonth(key), status }) };
  });
  const userOf = (id: string | null) => users.find((each) => each.id === id);
  const people = inCurrency(data.people).map(({ user_id: id, people, ...sums }): BarRow => {
    const user = userOf(id);
    return {
      ...sums,
      key: id ?? '',
      label: id === null ? texts.others(people) : user ? nameOf(user) : id,
      search: user && link({ user: user.email, status }),
    };
  });
  const categories = inCurrency(data.categories).map(({ category, ...sums }): BarRow => ({
    ...sums,
    key: category ?? '',
    label: category ?? texts.unknown,
    // The list of the past has no filter by category.
    search: category !== null && asOf === undefined ? link({ category, status }) : undefined,
  }));
  const outliers = inCurrency(data.outliers).map(({ user_id: id, month, median, ...sums }): BarRow => {
    const user = userOf(id);
    return {
      ...sums,
      key: `${id}/${month}`,
      label: texts.outlier(user ? nameOf(user) : id, monthName(month), formatMoney(median, currency)),
      search: user && link({ user: user.email, ...datesOfMonth(month), status }),
    };
  });
  const classifications = inCurrency(data.classifications).map(({ classification, ...sums }): BarRow => ({
    ...sums,
    key: classification ?? '',
    label: CLASSIFICATION_LABELS[classification as Classification] ?? classification ?? texts.unknown,
  }));
  const currencies = [...data.currencies]
    .sort((a, b) => b.count - a.count)
    .map((sums): BarRow => ({ ...sums, key: sums.currency, label: sums.currency || texts.unknown }));
  const unpaid = stepsOf(inCurrency(data.unpaid), AGES).map(({ label, entries }): BarRow => ({
    key: label,
    label,
    currency,
    count: entries.reduce((sum, { count }) => sum + count, 0),
    total: sumOf(entries),
    search: link({ status: 'approved', sort: 'oldest' }),
  }));
  const total = sumOf(months);
  const others = currenciesOf(data)
    .filter((each) => each !== currency)
    .map((each) => formatMoney(sumOf(data.months.filter((entry) => entry.currency === each)), each));
  return (
    <div className="grid gap-4 lg:grid-cols-2 print:gap-2">
      <section className="lg:col-span-2">
        <p className="text-sm text-muted">{texts.total(`${monthName(data.from)} – ${monthName(data.to)}`)}</p>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <strong className="figures text-xl font-semibold">{formatMoney(total, currency)}</strong>
          <span className="text-sm text-muted">
            {texts.claims(months.reduce((sum, { count }) => sum + count, 0))}
            {others.length > 0 && `. ${texts.notAdded(others.join(', '))}`}
          </span>
        </p>
      </section>
      <BarTable
        title={texts.byMonth}
        hint={texts.monthHint}
        head={texts.month}
        rows={[...months].reverse()}
        first={6}
        by="total"
        hasBars={false}
        className="lg:col-span-2"
      >
        <MonthChart rows={months} />
      </BarTable>
      <BarTable title={texts.byPerson} head={texts.person} rows={people} first={SHOWN_PEOPLE} by="total" />
      <BarTable title={texts.byCategory} head={texts.category} rows={categories} first={SHOWN_PEOPLE} by="total" />
      <BarTable title={texts.unpaid} hint={texts.unpaidHint} head={texts.age} rows={unpaid} by="total" />
      <BarTable title={texts.byClassification} head={texts.classification} rows={classifications} by="total" />
      <Waiting title={texts.toApproval} rule={texts.approvalRule} days={data.days_to_approval} />
      <Waiting title={texts.toPayment} rule={texts.paymentRule} days={data.days_to_payment} />
      <BarTable
        title={texts.byCurrency}
        hint={texts.currencyHint}
        head={texts.currency}
        rows={currencies}
        first={SHOWN_PEOPLE}
        by="count"
      />
      <BarTable
        title={texts.outliers}
        hint={outliers.length > 0 ? texts.outlierRule : `${texts.outlierRule} ${texts.noOutliers}`}
        head={texts.person}
        rows={outliers}
        first={SHOWN_PEOPLE}
        by="total"
      />
    </div>
  );
}

function Waiting({ title, rule, days }: { title: string; rule: string; days: AnalyticsJson['days_to_payment'] }) {
  const [median, most] = [quantile(days, 0.5), quantile(days, 0.9)];
  const known = median !== null && most !== null;
  return (
    <BarTable
      title={title}
      hint={`${known ? texts.waitingHint(texts.days(median), texts.days(most)) : texts.waitingNone} ${rule}`}
      head={texts.waited}
      by="count"
      rows={stepsOf(days, WAITING).map(({ label, entries }) => ({
        key: label,
        label,
        count: entries.reduce((sum, { count }) => sum + count, 0),
      }))}
    />
  );
}

/** The reimbursement currencies that occur, that of most claims first. */
function currenciesOf({ months, unpaid }: AnalyticsJson): string[] {
  const counts = new Map<string, number>();
  for (const { currency, count } of [...months, ...unpaid]) counts.set(currency, (counts.get(currency) ?? 0) + count);
  return [...counts].sort(([, a], [, b]) => b - a).map(([currency]) => currency);
}

function sumOf(entries: readonly { total?: number }[]): number {
  return Number(addDecimals(entries.flatMap(({ total }) => parseDecimal(total) ?? [])));
}

const name = new Intl.DateTimeFormat(language.days, { month: 'long', year: 'numeric', timeZone: 'UTC' });

function monthName(month: string): string {
  return name.format(new Date(`${month}-01T00:00:00Z`));
}
