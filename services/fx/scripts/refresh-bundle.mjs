/** Requires the built service, npm, tar and a package registry. Fetches missing days, or every day with `--all`. */
import { readFile, writeFile } from 'node:fs/promises';
import { ISO_4217 } from '@outlay/rules';
import { CONSTANT_CURRENCIES } from '../dist/constant-legs.js';
import { checkPlausibility, initialReference } from '../dist/refresh/plausibility.js';
import { CURRENCY_API_EXCLUDED as EXCLUDED } from '../dist/sources/currency-api.js';
import { decimalText } from '../dist/sources/decimal-text.js';
import { downloadDays, PACKAGE, publishedDays, reasonOf } from './download-days.mjs';

const BUNDLE = new URL('../src/bundle/rates.bundle.json', import.meta.url);
/** The history of the service, extended to a whole month, so that its first day has a day before it. */
const MONTHS = 13;
const DAY_MS = 86_400_000;

const print = (text) => process.stderr.write(text);
const isoDay = (time) => new Date(time).toISOString().slice(0, 10);

const codes = [...ISO_4217].filter((code) => !CONSTANT_CURRENCIES.has(code) && !(code in EXCLUDED));

/** Includes quarantined values, which a later day may confirm. */
async function readTable(since) {
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
  if (process.stderr.isTTY) print(`\r${line}${done === total ? '\n' : ''}`);
  else if (done % 10 === 0 || done === total) print(`${line}\n`);
}

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
    const { accepted, quarantined } = checkPlausibility(code, values, initialReference(values));
    for (const { date, perEur } of quarantined) table.quarantined.push({ code, date, value: perEur });
    const valueOfDay = new Map(accepted.map(({ date, perEur }) => [date, perEur]));
    if (accepted.length > 0) table.perEur[code] = dates.map((date) => valueOfDay.get(date) ?? null);
    else table.withoutRates.push(code);
  }
  return table;
}

/** One line per currency, for readable diffs. */
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
  const days = process.argv.includes('--all') ? new Map() : await readTable(since);
  const published = await publishedDays(since);
  const missing = published.filter(({ date }) => !days.has(date));
  print(`${published.length} days published since ${since}, ${missing.length} to fetch\n`);

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
  if (dates.length === 0) throw new Error('no day could be downloaded');

  const { perEur, quarantined, withoutRates } = tableOf(days, dates);
  const absent = gapsBetween(since, dates.at(-1), dates);
  const metadata = { source: PACKAGE, licence: 'CC0-1.0', builtAt: now.toISOString() };
  await writeFile(
    BUNDLE,
    format({ ...metadata, absent, unreachable, leftOut: EXCLUDED, withoutRates, quarantined, dates, perEur }),
  );

  print(`The table has ${dates.length} days up to ${dates.at(-1)} and ${Object.keys(perEur).length} currencies.\n`);
  for (const [code, reason] of Object.entries(EXCLUDED)) print(`Left out: ${code}, ${reason}\n`);
  if (withoutRates.length > 0) print(`Without rates: ${withoutRates.join(' ')}\n`);
  for (const { code, date, value } of quarantined) print(`Quarantined: ${code} ${date} ${value}\n`);
  for (const { date, reason } of unreachable) print(`Could not reach ${date}: ${reason}\n`);
  if (unreachable.length > 0) process.exitCode = 1;
}

await refresh().catch((error) => {
  print(`The table is unchanged: ${reasonOf(error)}\n`);
  process.exitCode = 1;
});
