import type { Page } from 'playwright-core';

/** The fields that the form took from a receipt; null where it left one empty. */
export interface FormReading {
  readonly total: string | null;
  readonly date: string | null;
  readonly currency: string | null;
  readonly vat: string | null;
  readonly merchant: string | null;
  /** Whether the form asks for another photo. */
  readonly asksAgain: boolean;
  readonly ms: number;
  /** The longest task of the main thread meanwhile. */
  readonly longestTaskMs: number;
}

export interface ReceiptFile {
  readonly name: string;
  readonly buffer: Buffer;
}

const RUNNING = 'Reading the receipt on this device...';
const LONGEST_WAIT_MS = 90_000;

/** Opens the form in which one receipt after the other is attached. */
export async function openForm(page: Page): Promise<void> {
  await page.goto('/submit-expense');
  await page.getByLabel('Category').selectOption('Other');
  await page.getByRole('radio', { name: 'Support' }).check();
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ['longtask'],
    });
  });
}

/** Attaches a receipt, waits until it is read, and takes it away again. */
export async function readInForm(page: Page, file: { name: string; path: string }): Promise<FormReading> {
  await page.evaluate(() => ((window as unknown as { longTasks: number[] }).longTasks.length = 0));
  const started = performance.now();
  // A path: the page itself would have to decode a buffer.
  await page.locator('input[type=file]').last().setInputFiles(file.path);
  await page.getByText(file.name).first().waitFor();
  await page.getByText(RUNNING).waitFor({ state: 'detached', timeout: LONGEST_WAIT_MS });
  const ms = performance.now() - started;
  const read = await page.evaluate(() => {
    const filled = (label: string) => {
      const control = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.control;
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return null;
      const hint = document.getElementById(`${control.id}-hint`)?.textContent ?? '';
      return hint.startsWith('From the receipt') ? control.value : null;
    };
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => /^Use “/.test(textContent ?? ''));
    const currency = filled('Currency');
    const other = document.querySelector<HTMLInputElement>('input[name=currencyOther]')?.value ?? null;
    return {
      total: filled('Amount'),
      date: filled('Date'),
      currency: currency === 'OTHER' ? other : currency,
      vat: filled('VAT amount (EUR)'),
      merchant: button?.textContent?.replace(/^Use “|”$|[\u2068\u2069]/g, '') ?? null,
      asksAgain: /Please take another one/.test(document.body.textContent ?? ''),
      longestTaskMs: Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks),
    };
  });
  await page.getByRole('button', { name: 'Remove' }).click();
  return { ...read, ms };
}
