import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReceiptsZip } from '@outlay/testing';
import type { Browser, Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { freePort, startProduct, type ProductProcess } from '@outlay/harness';
import { bytesOf, chromiumPath, launchBrowser } from '@outlay/harness/testing/browser';
import { pdfReceipt, photoReceipt } from '@outlay/harness/testing/receipts';

const PASSWORD = 'Correct-Horse-7';
const SCREENSHOTS = join(tmpdir(), 'outlay-e2e-pictures');
const today = new Date().toISOString().slice(0, 10);
const inChromium = chromiumPath ? describe : describe.skip;

/** The steps depend on each other, in this order. */
inChromium(`the first day of a team, in Chromium${chromiumPath ? '' : ' (skipped: no Chromium is installed)'}`, () => {
  let folder: string;
  let product: ProductProcess;
  let browser: Browser;
  let admin: Page;
  let member: Page;
  let invite = '';
  const pdf = pdfReceipt('Train to Basel, 120.50 EUR');
  const photo = photoReceipt(42);
  const failures: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outlay-e2e-'));
    product = await startProduct({ dataDir: folder, port: await freePort() });
    browser = await launchBrowser();
    [admin, member] = await Promise.all([newPage(), newPage()]);
  }, 90_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await rm(folder, { recursive: true });
  }, 30_000);

  async function newPage(): Promise<Page> {
    const page = await (await browser.newContext({ baseURL: product.origin, acceptDownloads: true })).newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => failures.push(error.message));
    return page;
  }

  async function register(page: Page, link: string, first: string, email: string | null) {
    await page.goto(link);
    await page.getByLabel('First name').fill(first);
    await page.getByLabel('Last name').fill('Tester');
    if (email) await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Registration successful!').waitFor();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }

  async function logIn(page: Page, email: string) {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'My Expenses', level: 1 }).waitFor();
  }

  async function fillClaim(over: { amount: string; currency: string; justification: string }) {
    await member.getByLabel('Date').fill(today);
    await member.getByLabel('Category').selectOption('Restaurant');
    await member.getByLabel('Justification').fill(over.justification);
    await member.getByLabel('Amount').fill(over.amount);
    await member.getByLabel('Currency', { exact: true }).selectOption(over.currency);
    await member.getByRole('radio', { name: 'Investment' }).check();
  }

  const attach = (name: string, mimeType: string, content: Buffer) =>
    member.locator('input[type=file]').last().setInputFiles({ name, mimeType, buffer: content });

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

  let failedStep: string | null = null;

  /** The first failed step takes screenshots of both browsers, and all later steps fail at once. */
  function step(name: string, run: () => Promise<void>) {
    it(
      name,
      async () => {
        if (failedStep !== null) throw new Error(`An earlier step failed: ${failedStep}`);
        await run().catch(async (error: unknown) => {
          failedStep = name;
          await admin.screenshot({ path: join(SCREENSHOTS, 'failed-admin.png') });
          await member.screenshot({ path: join(SCREENSHOTS, 'failed-member.png') });
          throw error;
        });
      },
      120_000,
    );
  }

  step('the first super admin registers by the printed link', async () => {
    const link = /http:\S+\/register\?invite=\S+/.exec(product.output())?.[0] ?? '';
    await register(admin, link.replace(/http:\/\/[^/]+/, product.origin), 'Rosa', 'root@example.org');
    await logIn(admin, ' Root@example.org');
    await admin.getByText('SUPER ADMIN').waitFor();
  });

  step('and invites a member, who registers and sees no admin panel', async () => {
    await admin.goto('/admin?tab=users');
    await admin.getByLabel('Email').fill('mia@example.org');
    await press(admin, 'Create Invite');
    await admin.getByRole('button', { name: 'Copy token' }).waitFor();
    const cells = await row(admin, 'mia@example.org').filter({ hasText: 'Pending' }).innerText();
    invite = /[\w-]{20,}/.exec(cells)?.[0] ?? '';
    await register(member, `/register?invite=${invite}`, 'Mia', 'mia@example.org');
    await logIn(member, 'mia@example.org');
    expect(await member.getByRole('link', { name: /Admin Panel/ }).count()).toBe(0);
    await member.getByText('Get started by submitting your first expense').waitFor();
  });

  step('the member submits a claim in EUR with a PDF and one in KES with a photo', async () => {
    await member.goto('/submit-expense');
    await fillClaim({ amount: '120.50', currency: 'EUR', justification: 'Train to the auditors in Basel' });
    await attach('train.pdf', 'application/pdf', pdf);
    await press(member, 'Submit Expense');
    await member.getByText('Expense submitted successfully!').waitFor();
    await member.waitForURL('**/my-expenses**');

    await member.goto('/submit-expense');
    await fillClaim({ amount: '4500', currency: 'KES', justification: 'Lunch with the district office' });
    await attach('lunch.jpg', 'image/jpeg', await photo);
    await member.getByText('fetched (automatic)').waitFor();
    await press(member, 'Submit Expense');
    await member.getByText('Expense submitted successfully!').waitFor();
    await member.waitForURL('**/my-expenses**');
    await row(member, 'Submitted').nth(1).waitFor();
  });

  step('and keeps a third as a draft without a receipt', async () => {
    await member.goto('/submit-expense');
    await member.getByLabel('Justification').fill('Something for later');
    await press(member, 'Save as Draft');
    await member.getByText('Expense saved as draft successfully!').waitFor();
    await member.waitForURL('**/my-expenses**');
    await row(member, 'Something for later').getByText('Draft').waitFor();
  });

  step('the super admin approves one and rejects the other with a reason', async () => {
    await admin.goto('/admin');
    await row(admin, 'Train to the auditors').getByText('Submitted').click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await admin.getByText('Expense approved successfully!').first().waitFor();

    await admin.goto('/admin');
    await row(admin, 'Lunch with the district').getByText('Submitted').click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await admin.getByLabel('Rejection Reason').fill('Who was at the lunch?');
    await admin.getByRole('dialog', { name: 'Reject Expense' }).getByRole('button', { name: 'Reject' }).click();
    await admin.getByText('Expense rejected successfully!').first().waitFor();
  });

  step('the member reads the reason, fixes the claim and sends it again', async () => {
    await member.goto('/my-expenses');
    await row(member, 'Lunch with the district').getByText('Who was at the lunch?').waitFor();
    await row(member, 'Lunch with the district').getByText('Rejected').click();
    await member.getByRole('dialog').getByText('Fix and resubmit').click();
    await member.getByRole('heading', { name: 'Edit Expense' }).waitFor();
    await member.getByLabel('Justification').fill('Lunch with the district office, four people');
    await press(member, /Submit Expense/);
    await member.getByText('Expense submitted successfully!').waitFor();
    await member.waitForURL('**/my-expenses**');
  });

  step('the super admin approves it and pays both', async () => {
    await admin.goto('/admin');
    await row(admin, 'four people').getByText('Submitted').click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await admin.getByText('Expense approved successfully!').first().waitFor();

    await admin.goto('/admin?status=approved');
    await admin.getByRole('combobox', { name: 'User' }).selectOption('mia@example.org');
    await press(admin, 'Mark as Paid (2)');
    await press(admin, 'Pay 2 expenses');
    await admin.getByText('2 expenses marked as paid and report generated!').first().waitFor();
  });

  step('the member downloads a spreadsheet whose rows add up and the receipts byte by byte', async () => {
    await member.goto('/my-reports');
    const sheet = member.waitForEvent('download');
    await press(member, /XLS/);
    const rows = await readSheet(await bytesOf(await sheet));
    const column = (rows[0] ?? []).indexOf('Reimbursement');
    const amounts = rows.slice(1, 3).map((cells) => Number(cells[column]));
    const [total] = rows.slice(3).filter((cells) => cells[0] === 'Total');
    expect(amounts).toContain(120.5);
    expect(Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100)).toBe(
      Math.round(Number(total?.[column]) * 100),
    );
    const shown = await member.getByRole('row').filter({ hasText: 'XLS' }).innerText();
    expect(shown).toContain(Number(total?.[column]).toFixed(2));

    const archive = member.waitForEvent('download');
    await press(member, /ZIP/);
    const download = await archive;
    expect(download.suggestedFilename()).toMatch(/^Mia_Tester_receipts_.*\.zip$/);
    const files = await readReceiptsZip(await bytesOf(download));
    const [pdfBytes, photoBytes] = await Promise.all([pdf, photo]);
    expect(files.map(({ bytes }) => bytes.length).sort()).toEqual([pdfBytes.length, photoBytes.length].sort());
    for (const uploaded of [pdfBytes, photoBytes]) expect(files.some(({ bytes }) => bytes.equals(uploaded))).toBe(true);
  });

  step('the audit trail names every step and who took it', async () => {
    await admin.goto('/admin');
    await row(admin, 'four people').getByText('Paid').click();
    const trail = admin.getByRole('dialog');
    await trail.getByText(/Paid in payment/).waitFor();
    const text = await trail.innerText();
    for (const step of [
      'Submitted',
      'Receipt attached',
      'Rejected: Who was at the lunch?',
      'justification',
      'Approved as it stood',
      'Paid in payment',
    ]) {
      expect(text.toLowerCase()).toContain(step.toLowerCase());
    }
    for (const who of ['root@example.org', 'mia@example.org']) expect(text).toContain(who);
  });

  step('and nothing broke in the browser on the way', async () => expect(failures).toEqual([]));
});
