/**
 * Brings the table of exchange rates that is bundled with the service up to date (fx design, "Where rates come from",
 * 5): `npm run fx:refresh`. It needs npm, tar and a package registry. Days the table has are not fetched again, since a
 * published day never changes; `--all` fetches every one.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { downloadDays, PACKAGE, publishedDays, reasonOf } from './download-days.mjs';
import { screen, toPerEur } from './screen-values.mjs';

const BUNDLE = new URL('../src/bundle/rates.bundle.json', import.meta.url);
const ISO_LIST = new URL('../../../libs/rules/src/currencies.ts', import.meta.url);
/** What the service answers for, and the rest of that first month, so that its first day has one before it. */
const MONTHS = 13;
const CONSTANTS = ['EUR', 'XOF', 'XAF'];
/** What the source contradicts itself on, so that no answer is better than one of its own. */
const LEFT_OUT = { SYP: 'the source switches between the old and the new pound, 100 to 1' };
const DAY_MS = 86_400_000;

const say = (text) => process.stderr.write(text);
const isoDay = (time) => new Date(time).toISOString().slice(0, 10);

/** The codes the product knows, less those whose value is a constant and those left out. */
async function wantedCodes() {
  const source = await readFile(ISO_LIST, 'utf8');
  const list = /ISO_4217[^=]*= new Set\(([\s\S]*?)\.split/.exec(source)?.[1] ?? '';
  const codes = list.match(/\b[A-Z]{3}\b/g) ?? [];
  if (codes.length < 100) throw new Error('The ISO 4217 list was not found in libs/rules/src/currencies.ts');
  return codes.filter((code) => !CONSTANTS.includes(code) && !(code in LEFT_OUT));
}

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

function tableOf(days, dates, codes) {
  const table = { withoutRates: [], quarantined: [], perEur: {} };
  for (const code of codes) {
    const { kept, quarantined } = screen(dates.map((date) => days.get(date)[code] ?? null));
    for (const { index, value } of quarantined) table.quarantined.push({ code, date: dates[index], value });
    if (kept.some((value) => value !== null)) table.perEur[code] = kept;
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
  const codes = await wantedCodes();
  const days = process.argv.includes('--all') ? new Map() : await heldDays(since);
  const published = await publishedDays(since);
  const missing = published.filter(({ date }) => !days.has(date));
  say(`${published.length} days published since ${since}, ${missing.length} to fetch\n`);

  const { downloaded, unreachable } = await downloadDays(missing, showProgress);
  for (const [date, eur] of downloaded) {
    days.set(date, Object.fromEntries(codes.map((code) => [code, toPerEur(eur[code.toLowerCase()])])));
  }
  const dates = [...days.keys()].sort();
  if (dates.length === 0) throw new Error('no day could be had');

  const { perEur, quarantined, withoutRates } = tableOf(days, dates, codes);
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
