import type { RateSourcesJson, RateSourceState } from '@outlay/contracts';
import * as texts from '#strings/rate-line';
import { formatDate, formatRateSource } from '../../../expense/format';

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
  const [newest, ...others] = sources
    .filter(isOn)
    .toSorted((a, b) => (b.newest_date ?? '').localeCompare(a.newest_date ?? ''));
  return texts.line(
    [
      newest ? inWords(newest, newest.newest_date) : texts.noLiveSource,
      ...others.filter(isTroubled).map((each) => inWords(each)),
      texts.bundled(formatDate(bundled.newest_date), bundled.age_days),
    ].join('; '),
  );
}

function inWords({ name, state }: Source, day?: string | null): string {
  return [formatRateSource(name), day && formatDate(day), WORDS[state]].filter(Boolean).join(', ');
}
