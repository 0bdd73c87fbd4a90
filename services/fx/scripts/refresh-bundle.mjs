/**
 * Brings the table of exchange rates that is bundled with the service up to date (fx design, "Where rates come from",
 * 5): `npm run fx:refresh`. It needs the built service, npm, tar and a package registry. Days the table has are not fetched again, since a
 * published day never changes; `--all` fetches every one.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { ISO_4217 } from '@outlay/rules';
import { CONSTANT_CURRENCIES } from '../dist/constant-legs.js';
import { middleOfFirst, screen } from '../dist/refresh/screen.js';
import { CURRENCY_API_LEAVES_OUT as LEFT_OUT } from '../dist/sources/currency-api.js';
import { decimalText } from '../dist/sources/decimal-text.js';
import { downloadDays, PACKAGE, publishedDays, reasonOf } from './download-days.mjs';

const BUNDLE = new URL('../src/bundle/rates.bundle.json', import.meta.url);
/** What the service answers for, and the rest of that first month, so that its first day has one before it. */
const MONTHS = 13;
const DAY_MS = 86_400_000;

const say = (text) => process.stderr.write(text);
const isoDay = (time) => new Date(time).toISOString().slice(0, 10);

/** The codes the product knows, less those whose value is a constant and those left out. */
const codes = [...ISO_4217].filter((code) => !CONSTANT_CURRENCIES.has(code) && !(code in LEFT_OUT));

/** The days of the present table, quarantined values put back: a later day may confirm them. */
async function heldDays(since) {
  const text = await readFile(BUNDLE, 'utf8').catch(() => null);
  const { dates, perEur, quarantined } = text ? JSON.parse(text) : { dates: [], perEur: {}, quarantined: [] };
  const days = new Map(dates.map((date) => [date, {}]));
  for (const [code, row] of Object.entries(perEur)) dates.forEach((date, i) => (days.get(date)[code] = row[i]));
  for (const { code, date, value } of quarantined) days.get(date)[code] = value;
  return new Map([...days].filter(([date]) => date >= since));
}

function showProgress(done, total, date) {
  const filled = Math.round((done / total) * 30);
  const line = `[${'#'.repeat(filled)}${'-'.repeat(30 - filled)}] ${done}/${total} ${date}`;
  if (process.stderr.isTTY) say(`\r${line}${done === total ? '\n' : ''}`);
  else if (done % 10 === 0 || done === total) say(`${line}\n`);
}

/** The days of a span that the table has not, as [first, last] of each gap. */
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

function tableOf(days, dates) {
  const table = { withoutRates: [], quarantined: [], perEur: {} };
  for (const code of codes) {
    const values = dates.flatMap((date) => (days.get(date)[code] ? [{ date, perEur: days.get(date)[code] }] : []));
    // Held against nothing older: the first values against each other.
    const { kept, refused } = screen(code, values, middleOfFirst(values));
    for (const { date, perEur } of refused) table.quarantined.push({ code, date, value: perEur });
    const believed = new Map(kept.map(({ date, perEur }) => [date, perEur]));
    if (kept.length > 0) table.perEur[code] = dates.map((date) => believed.get(date) ?? null);
    else table.withoutRates.push(code);
  }
  return table;
}

/** JSON with a line for each currency, so that a refresh can be read as a difference. */
function format(bundle) {
  const object = (value, write) => {
    const lines = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${write(key, each)}`);
    return `{\n${lines.join(',\n')}\n}`;
  };
  const flat = (_, value) => JSON.stringify(value);
  return `${object(bundle, (key, value) => (key === 'perEur' ? object(value, flat) : flat(key, value)))}\n`;
}

async function refresh() {
  const now = new Date();
  const since = isoDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS, 1));
  const days = process.argv.includes('--all') ? new Map() : await heldDays(since);
  const published = await publishedDays(since);
  const missing = published.filter(({ date }) => !days.has(date));
  say(`${published.length} days published since ${since}, ${missing.length} to fetch\n`);

  const { downloaded, unreachable } = await downloadDays(missing, showProgress);
  for (const [date, eur] of downloaded) {
    days.set(
      date,
      Object.fromEntries(
        codes.flatMap((code) => (code.toLowerCase() in eur ? [[code, decimalText(eur[code.toLowerCase()])]] : [])),
      ),
    );
  }
  const dates = [...days.keys()].sort();
  if (dates.length === 0) throw new Error('no day could be had');

  const { perEur, quarantined, withoutRates } = tableOf(days, dates);
  const absent = gapsBetween(since, dates.at(-1), dates);
  const about = { source: PACKAGE, licence: 'CC0-1.0', builtAt: now.toISOString() };
  await writeFile(
    BUNDLE,
    format({ ...about, absent, unreachable, leftOut: LEFT_OUT, withoutRates, quarantined, dates, perEur }),
  );

  say(`The table has ${dates.length} days up to ${dates.at(-1)} and ${Object.keys(perEur).length} currencies.\n`);
  for (const [code, reason] of Object.entries(LEFT_OUT)) say(`Left out: ${code}, ${reason}\n`);
  if (withoutRates.length > 0) say(`Without rates: ${withoutRates.join(' ')}\n`);
  for (const { code, date, value } of quarantined) say(`Quarantined: ${code} ${date} ${value}\n`);
  for (const { date, reason } of unreachable) say(`Could not reach ${date}: ${reason}\n`);
  if (unreachable.length > 0) process.exitCode = 1;
}

await refresh().catch((error) => {
  say(`The table stays as it was: ${reasonOf(error)}\n`);
  process.exitCode = 1;
});
