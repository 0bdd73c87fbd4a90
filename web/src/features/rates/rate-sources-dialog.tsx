import type { RateRefusal, RateSourcesJson, RateSourceState } from '@outlay/contracts';
import type { ReactNode } from 'react';
import * as texts from '#strings/rate-sources';
import { formatDate, formatInstant } from '#expense/format';
import { formatRateSource } from '#expense/rate-source';
import { Badge } from '#ui/badge';
import { Dialog } from '#ui/dialog';
import { EmptyState } from '#ui/empty-state';
import { Records, type Column } from './records';

const STATES = {
  off: { label: texts.off, tone: 'neutral' },
  waiting: { label: texts.waiting, tone: 'pine' },
  current: { label: texts.current, tone: 'green' },
  late: { label: texts.late, tone: 'orange' },
  failing: { label: texts.failing, tone: 'red' },
} as const satisfies Record<RateSourceState, unknown>;

const REASONS = {
  not_a_rate: texts.notARate,
  unconfirmed: texts.unconfirmed,
  impossible: texts.impossible,
  no_reference: texts.noReference,
} as const satisfies Record<RateRefusal, string>;

const SOURCE_COLUMNS: readonly Column<RateSourcesJson['sources'][number]>[] = [
  { label: texts.source, cell: ({ name }) => formatRateSource(name) },
  { label: texts.state, cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge> },
  {
    label: texts.newestDay,
    cell: ({ newest_date }) => newest_date && formatDate(newest_date),
    className: 'whitespace-nowrap',
  },
  {
    label: texts.lastTried,
    cell: ({ tried_at }) => tried_at && formatInstant(tried_at),
    className: 'whitespace-nowrap',
  },
  { label: texts.failure, cell: ({ failure }) => failure, className: 'wrap-anywhere' },
];

const REFUSED_COLUMNS: readonly Column<RateSourcesJson['refused'][number]>[] = [
  { label: texts.currency, cell: ({ currency }) => currency },
  { label: texts.day, cell: ({ date }) => formatDate(date), className: 'whitespace-nowrap' },
  { label: texts.value, cell: ({ value }) => value, className: 'figures wrap-anywhere' },
  { label: texts.comparedWith, cell: ({ reference }) => reference, className: 'figures wrap-anywhere' },
  { label: texts.source, cell: ({ source }) => formatRateSource(source) },
  { label: texts.reason, cell: ({ reason }) => REASONS[reason] },
  { label: texts.refusedAt, cell: ({ refused_at }) => formatInstant(refused_at), className: 'whitespace-nowrap' },
];

export interface RateSourcesDialogProps {
  state: RateSourcesJson;
  onClose: () => void;
}

export default function RateSourcesDialog({ state, onClose }: RateSourcesDialogProps) {
  const { bundled, sources, refused } = state;
  return (
    <Dialog open onClose={onClose} width="xl" title={texts.title}>
      <div className="space-y-6">
        <p className="text-sm wrap-anywhere text-muted">
          {texts.bundled(bundled.source, bundled.licence, formatDate(bundled.built_at))}
        </p>
        <Part title={texts.sources}>
          {sources.length > 0 ? (
            <Records label={texts.sources} rows={sources} columns={SOURCE_COLUMNS} keyOf={({ name }) => name} />
          ) : (
            <EmptyState title={texts.noSources} />
          )}
        </Part>
        <Part title={texts.refused}>
          {refused.length > 0 ? (
            <Records
              label={texts.refused}
              rows={refused}
              columns={REFUSED_COLUMNS}
              keyOf={({ source, currency, date, refused_at }) => `${source} ${currency} ${date} ${refused_at}`}
            />
          ) : (
            <EmptyState title={texts.nothingRefused} />
          )}
        </Part>
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-3 text-base font-semibold">{title}</h3>
      {children}
    </div>
  );
}
