import { chromiumPath, launchBrowser } from '@outlay/harness';
import type { Browser, BrowserContext } from 'playwright-core';
import { loadSampleCompany, type SampleCompany } from '../../browser/sample-company.js';
import { withSampleProduct } from '../../browser/sample-product.js';
import { openContext } from '../../browser/open-scenario.js';
import type { Table } from '../table.js';
import { openForm, readInForm, type FormReading, type ReceiptFile } from './read-in-form.js';
import { makeSamples, type Sample, type Truth } from './samples.js';

const FIELDS = ['total', 'date', 'currency', 'vat', 'merchant'] as const;
type Field = (typeof FIELDS)[number];
type Verdict = 'right' | 'empty' | 'wrong';

interface Result {
  readonly sample: Sample;
  readonly reading: FormReading;
}

/** The receipts of a kind, how they become files, and how much of them has to be read. */
interface Kind {
  readonly name: string;
  readonly count: number;
  readonly file: (context: BrowserContext, sample: Sample) => Promise<ReceiptFile>;
  /** In percent: at least so many right, at most so many wrong. */
  readonly bars: Partial<Record<Field, readonly [right: number, wrong: number]>>;
  readonly slowestMs: number;
}

const KINDS: readonly Kind[] = [
  {
    name: 'PDF with text',
    count: 24,
    file: pdfOf,
    bars: { total: [98, 0], date: [95, 0], currency: [90, 3], merchant: [70, 12] },
    slowestMs: 3000,
  },
];

/** Attaches made-up receipts to the form of the product, and compares what it fills in with what they say. */
export async function benchCapture(seed: number, table: Table, step: (name: string) => void): Promise<void> {
  if (!chromiumPath) throw new Error('No Chromium was found. Name one: CHROMIUM=/path/to/chromium');
  const browser = await launchBrowser();
  try {
    await withSampleProduct(undefined, async (origin) => {
      const company = await loadSampleCompany(origin);
      for (const [index, kind] of KINDS.entries()) {
        step(kind.name);
        report(kind, await measure(browser, company, kind, makeSamples(seed * 10 + index, kind.count)), table);
      }
    });
  } finally {
    await browser.close();
  }
}

async function measure(
  browser: Browser,
  company: SampleCompany,
  kind: Kind,
  samples: readonly Sample[],
): Promise<Result[]> {
  const drawing = await browser.newContext({ viewport: { width: 800, height: 1000 }, deviceScaleFactor: 3 });
  const context = await openContext(browser, company, 'partner', 'desktop');
  try {
    const page = await context.newPage();
    await openForm(page);
    const results: Result[] = [];
    for (const sample of samples) {
      results.push({ sample, reading: await readInForm(page, await kind.file(drawing, sample)) });
    }
    return results;
  } finally {
    await context.close();
    await drawing.close();
  }
}

async function pdfOf(context: BrowserContext, { name, html }: Sample): Promise<ReceiptFile> {
  const page = await context.newPage();
  await page.setContent(html);
  const buffer = await page.pdf({ format: 'A4', margin: { top: '1cm', left: '1cm' } });
  await page.close();
  return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer };
}

function report(kind: Kind, results: readonly Result[], table: Table): void {
  console.log(`\n${kind.name}: ${results.length}\n\n| field | right | left empty | wrong |\n|---|---|---|---|`);
  for (const field of FIELDS) {
    const verdicts = results.map(({ sample, reading }) => ({
      verdict: verdictOf(field, sample.truth, reading),
      note: `${sample.name}: ${reading[field]} for ${sample.truth[field]}`,
    }));
    const count = (wanted: Verdict) => verdicts.filter(({ verdict }) => verdict === wanted).length;
    console.log(`| ${field} | ${count('right')} | ${count('empty')} | ${count('wrong')} |`);
    for (const { verdict, note } of verdicts)
      if (verdict !== 'right') process.stderr.write(`  ${field} ${verdict}, ${note}\n`);
    const [right, wrong] = kind.bars[field] ?? [];
    const share = (wanted: Verdict) => (count(wanted) / results.length) * 100;
    if (right !== undefined) table.atLeast(`${kind.name}: ${field} right`, share('right'), right, '%');
    if (wrong !== undefined) table.atMost(`${kind.name}: ${field} wrong`, share('wrong'), wrong, '%');
  }
  const times = results.map(({ reading }) => reading.ms).toSorted((a, b) => a - b);
  table.atMost(`${kind.name}: time, p90`, times[Math.floor(times.length * 0.9)] ?? 0, kind.slowestMs);
  const longest = Math.max(...results.map(({ reading }) => reading.longestTaskMs));
  table.atMost(`${kind.name}: longest task of the main thread`, longest, 100);
}

/** A field that a receipt does not have is right if it is left empty. */
function verdictOf(field: Field, truth: Truth, reading: FormReading): Verdict {
  const [said, read] = [truth[field], reading[field]];
  if (said === read || (field === 'merchant' && said && read && isSimilar(said, read))) return 'right';
  return read === null ? 'empty' : 'wrong';
}

const MOST_DIFFERENT = 0.2;

/** A person corrects a letter of a name that is only a suggestion. */
function isSimilar(said: string, read: string): boolean {
  const letters = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[^\p{L}\d]/gu, '')
      .toLowerCase();
  const [a, b] = [letters(said), letters(read)];
  return distance(a, b) <= Math.max(a.length, b.length) * MOST_DIFFERENT;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
