import type { RateSourcesJson, RateSourceState } from '@outlay/contracts';
import * as texts from '#strings/rate-line';
import { formatDate } from '#expense/format';
import { formatRateSource } from '#expense/rate-source';

type Source = RateSourcesJson['sources'][number];

/** The bundled table needs attention when it is older, in days. */
const MAX_TABLE_AGE_DAYS = 7;

const WORDS = {
  off: '',
  waiting: texts.waiting,
  current: '',
  late: texts.late,
  failing: texts.failing,
} as const satisfies Record<RateSourceState, string>;

const isOn = ({ state }: Source) => state !== 'off';
const isDegraded = ({ state }: Source) => state === 'late' || state === 'failing';

export function needsAttention({ sources, bundled }: RateSourcesJson): boolean {
  return sources.some(isOn) ? sources.some(isDegraded) : bundled.age_days > MAX_TABLE_AGE_DAYS;
}

export function rateLine({ sources, bundled }: RateSourcesJson): string {
  return texts.line(
    [...describeSources(sources.filter(isOn)), texts.bundled(formatDate(bundled.newest_date), bundled.age_days)].join(
      '; ',
    ),
  );
}

function describeSources(sources: readonly Source[]): string[] {
  const [newest, ...others] = sources.toSorted((a, b) => (b.newest_date ?? '').localeCompare(a.newest_date ?? ''));
  if (!newest) return [texts.noLiveSource];
  // Without a network all sources fail: one line covers them all.
  if (others.length > 0 && sources.every(({ state }) => state === 'failing'))
    return [texts.noneAnswers(sources.length)];
  return [describeSource(newest, newest.newest_date), ...others.filter(isDegraded).map((each) => describeSource(each))];
}

function describeSource({ name, state }: Source, day?: string | null): string {
  return [formatRateSource(name), day && formatDate(day), WORDS[state]].filter(Boolean).join(', ');
}
