import { Buffer } from 'node:buffer';
import { PdfDocument } from '@outlay/seed';
import type { Browser, Page } from 'playwright-core';
import type { Company } from '../browser/sample-company.js';
import { isReceiptSaved } from '../browser/in-page.js';
import { waitUntil } from '../browser/open-scenario.js';
import { withPage } from './loading.js';
import { works, type Row } from './table.js';

const TYPED = 'Half a claim, typed on a train';
const RECEIPT = { name: 'ticket.pdf', mimeType: 'application/pdf', buffer: ticket() };

function ticket(): Buffer {
  const pdf = new PdfDocument({ width: 300, height: 400 });
  pdf.drawText('A ticket', { x: 30, y: 340, size: 16 });
  return Buffer.from(pdf.bytes());
}

async function type(page: Page): Promise<void> {
  await page.getByLabel('Justification').fill(TYPED);
  await page.getByLabel('Amount', { exact: true }).fill('12.30');
  await page.locator('input[type=file]').last().setInputFiles(RECEIPT);
  await page.getByText(RECEIPT.name).first().waitFor();
}

async function expectRestored(page: Page): Promise<void> {
  await page.getByText('There is an unfinished form').waitFor();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByText(RECEIPT.name, { exact: true }).waitFor();
  const values = [
    await page.getByLabel('Justification').inputValue(),
    await page.getByLabel('Amount', { exact: true }).inputValue(),
  ];
  if (values[0] !== TYPED || values[1] !== '12.30') throw new Error(`Restored as ${values.join(', ')}`);
}

async function open(page: Page): Promise<void> {
  await page.goto('/submit-expense');
  await page.getByRole('heading', { name: 'Submit Expense' }).waitFor();
}

export async function draftRows(browser: Browser, company: Company): Promise<Row[]> {
  const reload = async (page: Page) => {
    await open(page);
    await type(page);
    await waitUntil(page, isReceiptSaved);
    await page.reload();
    await expectRestored(page);
  };
  const offline = async (page: Page) => {
    await open(page);
    await page.context().setOffline(true);
    await type(page);
    await waitUntil(page, isReceiptSaved);
    await page.context().setOffline(false);
    await page.reload();
    await expectRestored(page);
  };
  const run = (flow: (page: Page) => Promise<void>) => () => withPage(browser, company, 'member', {}, flow);
  return [await works('draft survives a reload', run(reload)), await works('draft survives offline', run(offline))];
}
