import type { RateSourcesJson, RateSourceState } from '@outlay/contracts';
import * as texts from '#strings/rate-line';
import { formatDate, formatRateSource } from '#expense/format';

type Source = RateSourcesJson['sources'][number];

/** The age in days from which the bundled table alone is not enough. */
const OLD_DAYS = 7;

/** What is said of a source beside its name. */
const WORDS = {
  off: '',
  waiting: texts.waiting,
  current: '',
  late: texts.late,
  failing: texts.failing,
} as const satisfies Record<RateSourceState, string>;

const isOn = ({ state }: Source) => state !== 'off';
const isTroubled = ({ state }: Source) => state === 'late' || state === 'failing';

/** Whether somebody should look after the exchange rates. */
export function isWorrying({ sources, bundled }: RateSourcesJson): boolean {
  return sources.some(isOn) ? sources.some(isTroubled) : bundled.age_days > OLD_DAYS;
}

/** The source with the newest rates, those in trouble, and how old the table is that stands in for them. */
export function rateLine({ sources, bundled }: RateSourcesJson): string {
  return texts.line(
    [...live(sources.filter(isOn)), texts.bundled(formatDate(bundled.newest_date), bundled.age_days)].join('; '),
  );
}

function live(sources: readonly Source[]): string[] {
  const [newest, ...others] = sources.toSorted((a, b) => (b.newest_date ?? '').localeCompare(a.newest_date ?? ''));
  if (!newest) return [texts.noLiveSource];
  // As it is without a network: the same of each would bury what there is.
  if (others.length > 0 && sources.every(({ state }) => state === 'failing'))
    return [texts.noneAnswers(sources.length)];
  return [inWords(newest, newest.newest_date), ...others.filter(isTroubled).map((each) => inWords(each))];
}

function inWords({ name, state }: Source, day?: string | null): string {
  return [formatRateSource(name), day && formatDate(day), WORDS[state]].filter(Boolean).join(', ');
}
