import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { readConfig, runMain } from '@outlay/composition';
import { OutlayError, type FrozenRate, type RateSourceView } from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { openRates, type RateUrls } from '@outlay/fx';
import { KNOWN_RATES, PUBLISHED, startRecordedSources, type KnownRate } from '@outlay/fx/recorded';
import { addDecimals, compareDecimals, divideDecimals, multiplyDecimals } from '@outlay/rules';
import { systemClock, type Clock } from '@outlay/time';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const NO_SOURCES: RateUrls = { ecb: null, centralBanks: null, currencyApi: null };
const FIXED_CLOCK: Clock = { now: () => new Date('2026-04-13T09:00:00Z') };

type Lookup = (known: KnownRate) => Promise<FrozenRate | null>;

/** `npm run checks -- fx-check`: uses recorded responses if a source cannot be reached, or with `--recorded`. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { recorded: { type: 'boolean', default: false } } });
  const folder = await mkdtemp(join(tmpdir(), 'outlay-fx-check-'));
  const recorded = await startRecordedSources(PUBLISHED);
  const closing: (() => Promise<void>)[] = [recorded.close, () => rm(folder, { recursive: true })];
  const ratesOf = async (name: string, rateUrls: RateUrls, clock: Clock): Promise<Lookup> => {
    const documents = await openDocuments({ file: join(folder, `${name}.db`) });
    const { rates, refresher, close } = await openRates({ documents, clock, rateUrls });
    closing.unshift(close, () => documents.destroy());
    await refresher.refresh();
    if (name === 'live') printStates(await refresher.describe());
    return ({ from, to, date }) => rates.resolve({ from, to, date }).catch(nullIfUnknown);
  };
  try {
    const live: Lookup = values.recorded
      ? async () => null
      : await ratesOf('live', readConfig(process.env, process.cwd()).rateUrls, systemClock);
    const recordedRates = await ratesOf('recorded', recorded.urls, FIXED_CLOCK);
    const bundled = await ratesOf('bundled', NO_SOURCES, FIXED_CLOCK);
    process.exitCode = (await printTable(live, recordedRates, bundled)) ? 0 : 1;
  } finally {
    for (const close of closing) await close();
  }
}

function printStates(sources: readonly RateSourceView[]): void {
  for (const { name, state, newestDate, failure } of sources) {
    console.log(`${name}: ${[state, newestDate && `up to ${newestDate}`, failure].filter(Boolean).join(', ')}`);
  }
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof OutlayError) return null;
  throw error;
}

async function printTable(live: Lookup, recorded: Lookup, bundled: Lookup): Promise<boolean> {
  let allEqual = true;
  console.log('\n| pair | date | known | ours | difference | of | source | origin | bundled table |');
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const known of KNOWN_RATES) {
    const published = await live(known);
    const isLive = published !== null && published.source === known.source;
    const ours = isLive ? published : await recorded(known);
    const difference = ours && addDecimals([ours.rate, multiplyDecimals(known.rate, '-1')]);
    allEqual &&= difference !== null && compareDecimals(difference, '0') === 0;
    const table = await bundled(known);
    const cells = [
      `${known.from}→${known.to}`,
      known.date,
      known.rate,
      ours?.rate ?? 'none',
      difference ?? '',
      ours?.effectiveDate ?? '',
      ours?.source ?? '',
      known.source === 'peg' ? 'none' : isLive ? 'live' : 'recorded',
      table ? `${table.rate} of ${table.effectiveDate} (${percentOff(table.rate, known.rate)})` : 'none',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  return allEqual;
}

function percentOff(rate: string, known: string): string {
  return `${addDecimals([divideDecimals(multiplyDecimals(rate, '100'), known, 2), '-100'])}%`;
}

runMain(main);
