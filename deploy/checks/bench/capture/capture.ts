import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath, launchBrowser } from '@outlay/harness';
import type { Browser, BrowserContext } from 'playwright-core';
import { loadSampleCompany, type SampleCompany } from '../../browser/sample-company.js';
import { withSampleProduct } from '../../browser/sample-product.js';
import { openContext } from '../../browser/open-scenario.js';
import type { Table } from '../table.js';
import { crossIndustryInvoice, withAttachment } from './e-invoices.js';
import { photoOf, type Care } from './photos.js';
import { openForm, readInForm, type FormReading, type ReceiptFile } from './read-in-form.js';
import { makeCodeSamples, makeInvoiceSamples, makeSamples, type Sample } from './samples.js';
import type { Truth } from './truth.js';

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
  readonly make: (seed: string, count: number) => Sample[];
  readonly file: (context: BrowserContext, sample: Sample) => Promise<ReceiptFile>;
  /** The bars of each field in percent: the least that must be right, and the most that may be wrong. */
  readonly bars: Partial<Record<Field, readonly [right: number, wrong: number]>>;
  /** The share of the photos whose total was left empty for which the form has to ask for another, in percent. */
  readonly asksAgain?: number;
}

const PHOTO_BARS: Kind['bars'] = { total: [85, 2], date: [80, 2], currency: [90, 3], merchant: [70, 12] };
/** Read exactly or not at all. */
const EXACT: Kind['bars'] = { total: [90, 0], date: [90, 0], currency: [90, 0] };
const photo = (care: Care) => (context: BrowserContext, sample: Sample) => photoOf(context, sample, care);

const KINDS: readonly Kind[] = [
  {
    name: 'PDF with text',
    count: 24,
    make: makeSamples,
    file: pdfOf,
    bars: { total: [98, 0], date: [95, 0], currency: [90, 3], merchant: [70, 12] },
  },
  { name: 'PDF without text', count: 8, make: makeSamples, file: scanOf, bars: PHOTO_BARS },
  { name: 'e-invoice', count: 8, make: makeInvoiceSamples, file: eInvoiceOf, bars: { ...EXACT, merchant: [100, 0] } },
  { name: 'fiscal code', count: 10, make: makeCodeSamples, file: photo('usual'), bars: EXACT },
  { name: 'photo', count: 40, make: makeSamples, file: photo('usual'), bars: PHOTO_BARS },
  { name: 'hard photo', count: 16, make: makeSamples, file: photo('hard'), bars: { total: [0, 7], date: [0, 7] } },
  { name: 'dark photo', count: 4, make: makeSamples, file: photo('dark'), bars: { total: [0, 0] }, asksAgain: 100 },
  {
    name: 'blurred photo',
    count: 4,
    make: makeSamples,
    file: photo('blurred'),
    bars: { total: [0, 0] },
    asksAgain: 100,
  },
];
const SLOWEST_MS = 3000;

/** Attaches made-up receipts to the form of the product, and compares what it fills in with what they say. */
export async function benchCapture(seed: string, table: Table, step: (name: string) => void): Promise<void> {
  if (!chromiumPath) throw new Error('No Chromium was found. Name one: CHROMIUM=/path/to/chromium');
  const browser = await launchBrowser();
  try {
    await withSampleProduct(undefined, async (origin) => {
      const company = await loadSampleCompany(origin);
      for (const kind of KINDS) {
        step(kind.name);
        const samples = kind.make(`${seed}/${kind.name}`, kind.count);
        report(kind, await measure(browser, company, kind, samples), table);
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
  const folder = await mkdtemp(join(tmpdir(), 'outlay-capture-'));
  try {
    const page = await context.newPage();
    await openForm(page);
    const results: Result[] = [];
    for (const sample of samples) {
      const { name, buffer } = await kind.file(drawing, sample);
      const path = join(folder, name);
      await writeFile(path, buffer);
      results.push({ sample, reading: await readInForm(page, { name, path }) });
    }
    return results;
  } finally {
    await context.close();
    await drawing.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function pdfOf(context: BrowserContext, { name, html }: Sample): Promise<ReceiptFile> {
  const page = await context.newPage();
  await page.setContent(html);
  const buffer = await page.pdf({ format: 'A4', margin: { top: '1cm', left: '1cm' } });
  await page.close();
  return { name: `${name}.pdf`, buffer };
}

/** A page that was scanned: a picture in a PDF. */
async function scanOf(context: BrowserContext, sample: Sample): Promise<ReceiptFile> {
  const page = await context.newPage();
  await page.setContent(sample.html);
  const picture = (await page.locator('#receipt').screenshot({ type: 'jpeg', quality: 70 })).toString('base64');
  await page.setContent(`<img src="data:image/jpeg;base64,${picture}" style="width: 14cm">`);
  const buffer = await page.pdf({ format: 'A4' });
  await page.close();
  return { name: `${sample.name}.pdf`, buffer };
}

/** A PDF whose invoice in XML has the figures of another one than its text: the XML counts. */
async function eInvoiceOf(context: BrowserContext, sample: Sample): Promise<ReceiptFile> {
  const other = makeSamples(`the text of ${sample.name}`, 1)[0] ?? sample;
  const file = await pdfOf(context, { ...other, name: sample.name });
  return { ...file, buffer: withAttachment(file.buffer, 'factur-x.xml', crossIndustryInvoice(sample.truth)) };
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
  if (kind.asksAgain !== undefined) {
    const unread = results.filter(({ reading }) => reading.total === null);
    const asked = unread.filter(({ reading }) => reading.asksAgain).length;
    const share = unread.length === 0 ? 100 : (asked / unread.length) * 100;
    table.atLeast(
      `${kind.name}: unread, and asks for another`,
      share,
      kind.asksAgain,
      '%',
      `${asked} of ${unread.length}`,
    );
  }
  const times = results.map(({ reading }) => reading.ms).toSorted((a, b) => a - b);
  table.atMost(`${kind.name}: time, p90`, times[Math.floor(times.length * 0.9)] ?? 0, SLOWEST_MS);
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
