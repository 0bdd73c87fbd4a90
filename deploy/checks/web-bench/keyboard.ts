import type { Browser, Page } from 'playwright-core';
import type { Company, Role } from '../browser/sample-company.js';
import { focusedName } from '../browser/in-page.js';
import { withPage } from './loading.js';
import { works, type Row } from './table.js';

const MAX_TABS = 80;

/** @throws Error if the element is not reached */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if (name.test(await page.evaluate(focusedName))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(name)}`);
}

async function press(page: Page, name: RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

async function choose(page: Page, name: RegExp, option: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(option);
}

async function submit(page: Page): Promise<void> {
  await page.goto('/submit-expense');
  await page.getByRole('heading', { name: 'Submit Expense' }).waitFor();
  await tabTo(page, /^Date/);
  // A date field takes month, day and year one after another.
  await page.keyboard.type('01022026');
  await page.keyboard.press('Tab');
  await choose(page, /^Category/, 'Rest');
  await tabTo(page, /^Justification/);
  await page.keyboard.type('Dinner with the auditors, by keyboard alone');
  await tabTo(page, /^Amount/);
  await page.keyboard.type('12.30');
  await choose(page, /^Classification/, 'Inv');
  await press(page, /I declare on my honor/, 'Space');
  await press(page, /^Submit Expense$/);
  await page.getByText('Expense submitted successfully!').first().waitFor();
}

async function openSubmitted(page: Page, company: Company): Promise<void> {
  const email = company.logins.member.user.email;
  await page.goto(`/admin?status=submitted&user=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: /^EXP-/ }).first().waitFor();
  await press(page, /^EXP-/);
  await page.getByRole('dialog').waitFor();
}

async function approve(page: Page, company: Company): Promise<void> {
  await openSubmitted(page, company);
  await press(page, /^Approve$/);
  await page.getByText('Expense approved successfully!').first().waitFor();
}

async function reject(page: Page, company: Company): Promise<void> {
  await openSubmitted(page, company);
  await press(page, /^Reject$/);
  await page.getByRole('dialog', { name: 'Reject Expense' }).waitFor();
  await tabTo(page, /^Rejection Reason/);
  await page.keyboard.type('Who was at the dinner?');
  await press(page, /^Reject$/);
  await page.getByText('Expense rejected successfully!').first().waitFor();
}

async function pay(page: Page, company: Company): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('button', { name: /^EXP-/ }).first().waitFor();
  // Few letters, because slow typing would restart the search of the select.
  await choose(page, /^User$/, company.logins.member.user.email.slice(0, 4));
  await choose(page, /^Status$/, 'App');
  await press(page, /^Mark as Paid \([1-9]/);
  await page.getByRole('dialog', { name: 'Mark as Paid' }).waitFor();
  await press(page, /^Pay \d+/);
  await page
    .getByText(/marked as paid and report generated!/)
    .first()
    .waitFor();
}

/** Changes the sample company. */
export async function keyboardRows(browser: Browser, company: Company): Promise<Row[]> {
  const flows: readonly (readonly [string, Role, (page: Page, company: Company) => Promise<void>])[] = [
    ['submit', 'partner', submit],
    ['approve', 'admin', approve],
    ['reject', 'admin', reject],
    ['pay', 'admin', pay],
  ];
  const rows: Row[] = [];
  for (const [name, role, flow] of flows) {
    const run = () => withPage(browser, company, role, {}, (page) => flow(page, company));
    rows.push(await works(`keyboard only: ${name}`, run));
  }
  return rows;
}
