import { Buffer } from 'node:buffer';
import type { ScenarioContext } from '../scenario.js';

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj\ntrailer<</Root 1 0 R>>\n',
);

const attach = ({ page }: ScenarioContext) =>
  page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'dinner.pdf', mimeType: 'application/pdf', buffer: PDF });

interface Claim {
  readonly amount?: string;
  readonly currency?: string;
  readonly classification?: string;
}

export async function fill(
  { page }: ScenarioContext,
  { amount = '4500', currency = 'KES', classification = 'investment' }: Claim = {},
) {
  await page.getByLabel('Date').fill(new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10));
  await page.getByLabel('Category').selectOption('Restaurant');
  await page.getByLabel('Justification').fill('Dinner with the county health team, six people');
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByLabel('Currency', { exact: true }).selectOption(currency);
  await page.getByRole('radio', { name: new RegExp(`^${classification}`, 'i') }).check();
}

export async function complete(context: ScenarioContext) {
  await fill(context);
  await attach(context);
  await context.page.getByText('fetched (automatic)').waitFor();
}

export async function submit(context: ScenarioContext) {
  await complete(context);
  await context.page.getByRole('button', { name: 'Submit Expense' }).click();
}

export async function openOverride(context: ScenarioContext) {
  await complete(context);
  await context.page.getByRole('button', { name: 'Override rate' }).click();
  await context.page
    .getByRole('dialog')
    .getByLabel(/^Amount actually paid/)
    .waitFor();
}

export async function override(context: ScenarioContext, factor: number, reason: string) {
  await openOverride(context);
  const shown = context.page.getByRole('dialog');
  const fetched = await shown
    .getByText('Fetched rate', { exact: true })
    .locator('xpath=following-sibling::dd')
    .innerText();
  await shown.getByLabel(/^Exchange rate/).fill((Number(fetched) * factor).toFixed(6));
  await shown.getByLabel('Reason').fill(reason);
}
