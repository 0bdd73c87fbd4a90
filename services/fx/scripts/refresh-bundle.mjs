/**
 * Builds the table of exchange rates that is bundled with the service (fx design, "Where rates come from", 5), from the
 * dated versions of an npm package under CC0. Run it by `npm run fx:refresh`; it needs npm, tar and a package registry.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { screen, toPerEur } from './screen-values.mjs';

const PACKAGE = '@fawazahmed0/currency-api';
const RATES_IN_PACKAGE = 'package/v1/currencies/eur.min.json';
const BUNDLE = new URL('../src/bundle/rates.bundle.json', import.meta.url);
const ISO_LIST = new URL('../../../libs/rules/src/currencies.ts', import.meta.url);
/** What the service answers for, 13 months, and the rest of that first month, so that its first day has one before it. */
const MONTHS = 13;
/** What the source contradicts itself on, so that no answer is better than one of its own. */
const LEFT_OUT = { SYP: 'the source switches between the old and the new pound, 100 to 1' };
const AT_ONCE = 2;
const DAY_MS = 86_400_000;

const run = promisify(execFile);
const say = (text) => process.stderr.write(text);
const isoDay = (time) => new Date(time).toISOString().slice(0, 10);

/** The codes the product knows, less those whose value is a constant (EUR, XOF, XAF) and those left out. */
async function wantedCodes() {
  const source = await readFile(ISO_LIST, 'utf8');
  const list = /ISO_4217[^=]*= new Set\(([\s\S]*?)\.split/.exec(source)?.[1] ?? '';
  const codes = list.match(/\b[A-Z]{3}\b/g) ?? [];
  if (codes.length < 100) throw new Error('The ISO 4217 list was not found in libs/rules/src/currencies.ts');
  return codes.filter((code) => !['EUR', 'XOF', 'XAF'].includes(code) && !(code in LEFT_OUT));
}

/** The package's dated versions since the first day wanted: [{ version: '2026.9.1', date: '2026-09-01' }, …]. */
async function publishedDays(since) {
  const { stdout } = await run('npm', ['view', PACKAGE, 'versions', '--json'], { maxBuffer: 2 ** 24 });
  return JSON.parse(stdout)
    .filter((version) => /^\d{4}\.\d{1,2}\.\d{1,2}$/.test(version))
    .map((version) => ({ version, date: version.replace(/\.(\d+)/g, (_, part) => `-${part.padStart(2, '0')}`) }))
    .filter(({ date }) => date >= since)
    .sort((a, b) => a.date.localeCompare(b.date));
}

async function ratesOf({ version, date }, folder) {
  const spec = `${PACKAGE}@${version}`;
  const { stdout } = await run('npm', ['pack', spec, '--pack-destination', folder, '--silent'], { timeout: 120_000 });
  const archive = join(folder, stdout.trim().split('\n').at(-1));
  const { stdout: json } = await run('tar', ['-xOzf', archive, RATES_IN_PACKAGE], { maxBuffer: 2 ** 24 });
  await rm(archive);
  const content = JSON.parse(json);
  if (content.date !== date) throw new Error(`the file is of ${content.date}`);
  return content.eur;
}

function showProgress(done, total, date) {
  const filled = Math.round((done / total) * 30);
  const line = `[${'#'.repeat(filled)}${'-'.repeat(30 - filled)}] ${done}/${total} ${date}`;
  if (process.stderr.isTTY) say(`\r${line}${done === total ? '\n' : ''}`);
  else if (done % 10 === 0 || done === total) say(`${line}\n`);
}

/** Downloads every day, a few at once; what cannot be had is told and left out. */
async function download(days) {
  const folder = await mkdtemp(join(tmpdir(), 'fx-refresh-'));
  const rates = new Map();
  const unreachable = [];
  const waiting = [...days];
  let done = 0;
  const worker = async () => {
    for (let day = waiting.shift(); day; day = waiting.shift()) {
      try {
        rates.set(day.date, await ratesOf(day, folder));
      } catch (error) {
        unreachable.push({ date: day.date, reason: String(error.message).trim().split('\n').at(-1) });
      }
      showProgress(++done, days.length, day.date);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { rates, unreachable };
}

/** The days of a span without rates, as [first, last] of each gap. */
function gapsBetween(since, until, dates) {
  const gaps = [];
  for (let day = since; day <= until; day = isoDay(Date.parse(day) + DAY_MS)) {
    if (dates.includes(day)) continue;
    const last = gaps.at(-1);
    if (last && isoDay(Date.parse(last[1]) + DAY_MS) === day) last[1] = day;
    else gaps.push([day, day]);
  }
  return gaps;
}

const now = new Date();
const since = isoDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS, 1));
const codes = await wantedCodes();
const days = await publishedDays(since);
say(`${days.length} days published since ${since}, newest ${days.at(-1)?.date ?? 'none'}\n`);

const { rates, unreachable } = await download(days);
const dates = [...rates.keys()].sort();
if (dates.length === 0) throw new Error('No day could be downloaded; the bundled table stays as it is.');

const perEur = {};
const withoutRates = [];
const quarantined = [];
for (const code of codes) {
  const screened = screen(dates.map((date) => toPerEur(rates.get(date)[code.toLowerCase()])));
  quarantined.push(...screened.quarantined.map(({ index, value }) => ({ code, date: dates[index], value })));
  if (screened.kept.some((value) => value !== null)) perEur[code] = screened.kept;
  else withoutRates.push(code);
}

const bundle = {
  source: PACKAGE,
  licence: 'CC0-1.0',
  builtAt: now.toISOString(),
  absent: gapsBetween(since, dates.at(-1), dates),
  unreachable: unreachable.sort((a, b) => a.date.localeCompare(b.date)),
  leftOut: LEFT_OUT,
  withoutRates,
  quarantined,
  dates,
  perEur,
};
const lines = Object.entries(bundle).map(([key, value]) =>
  key === 'perEur'
    ? `"perEur":{\n${Object.entries(value)
        .map(([code, row]) => `"${code}":${JSON.stringify(row)}`)
        .join(',\n')}\n}`
    : `${JSON.stringify(key)}:${JSON.stringify(value)}`,
);
await writeFile(BUNDLE, `{\n${lines.join(',\n')}\n}\n`);

say(`Kept ${dates.length} days and ${Object.keys(perEur).length} currencies.\n`);
for (const [code, reason] of Object.entries(LEFT_OUT)) say(`Left out: ${code}, ${reason}\n`);
say(`No rates for: ${withoutRates.join(' ') || 'none'}\n`);
for (const { code, date, value } of quarantined) say(`Quarantined: ${code} ${date} ${value}\n`);
for (const { date, reason } of unreachable) say(`Could not reach ${date}: ${reason}\n`);
