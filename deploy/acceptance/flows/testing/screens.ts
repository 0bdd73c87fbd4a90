import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from '@outlay/harness/testing/people';
import type { Device } from './flow-suite.js';

export const today = new Date().toISOString().slice(0, 10);

export interface Claim {
  readonly date: string;
  readonly category: string;
  readonly justification: string;
  readonly amount: string;
  readonly currency: string;
  readonly classification: string;
}

const CLAIM: Claim = {
  date: today,
  category: 'Restaurant',
  justification: 'Dinner with the auditors',
  amount: '84.20',
  currency: 'EUR',
  classification: 'investment',
};

export async function fillClaim(page: Page, over: Partial<Claim> = {}): Promise<void> {
  const claim = { ...CLAIM, ...over };
  await page.getByLabel('Date').fill(claim.date);
  await page.getByLabel('Category').selectOption(claim.category);
  await page.getByLabel('Justification').fill(claim.justification);
  await page.getByRole('radio', { name: new RegExp(`^${claim.classification}`, 'i') }).check();
  await page.getByLabel('Amount', { exact: true }).fill(claim.amount);
  await page.getByLabel('Currency', { exact: true }).selectOption(claim.currency);
}

export async function readClaim(page: Page): Promise<Claim> {
  const value = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  return {
    date: await value('Date'),
    category: await value('Category'),
    justification: await value('Justification'),
    amount: await value('Amount'),
    currency: await value('Currency'),
    classification: await page.locator('input[name=classification]:checked').inputValue(),
  };
}

export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export async function attach(page: Page, device: Device, file: ChosenFile): Promise<void> {
  await page.getByLabel(device === 'phone' ? 'Take Photo' : 'Upload File').setInputFiles(file);
  await page.getByText(file.name, { exact: true }).waitFor();
}

/** A phone has them folded. */
export async function unfoldFilters(page: Page, device: Device): Promise<void> {
  if (device === 'phone') await press(page, /^Filters/);
}

export const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click();

export const listEntry = (page: Page, text: string | RegExp) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text });

export async function expectSaved(page: Page, words: string): Promise<void> {
  await page.getByText(words).first().waitFor();
  await page.waitForURL('**/my-expenses');
  await page.getByRole('heading', { name: 'My Expenses', level: 1 }).waitFor();
}

export async function logIn(page: Page, email: string, password = PASSWORD, shown = 'My Expenses'): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign in');
  await page.getByRole('heading', { name: shown, level: 1 }).waitFor();
}
