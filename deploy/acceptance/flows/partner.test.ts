import type { Page } from 'playwright-core';
import type { SignedIn } from '@outlay/harness/testing/people';
import { pdfReceipt } from '@outlay/harness/testing/receipts';
import { eventually } from '@outlay/testing/eventually';
import { attach, listEntry, fillClaim, expectSaved, press, type ChosenFile } from './testing/screens.js';
import { flows } from './testing/flow-suite.js';

const SUBMITTED = 'Expense submitted successfully!';
const DECLARATION = /I declare on my honor that I have no receipt .* strictly corporate spending/;

flows('a partner', (suite) => {
  let paul: SignedIn;
  let pdf: ChosenFile;
  beforeAll(async () => {
    paul = await suite.rest.addPerson('partner', 'Paul');
    pdf = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdfReceipt('Bill') };
  });

  suite.onBothDevices('declares on honour that there is no receipt, without VAT', async (open, device) => {
    const justification = `Tip at the airport, ${device}`;
    const page = await open('/submit-expense', paul);
    await fillClaim(page, { justification, classification: 'support' });
    const box = page.getByLabel(DECLARATION);
    await page.getByLabel('VAT amount (EUR)').fill('3');
    await press(page, 'Submit Expense');
    await page
      .getByText(
        "Receipt is required for submission. You can either upload a receipt or declare on your honor that you don't have one.",
      )
      .first()
      .waitFor();
    await box.check();
    await page.getByText('VAT cannot be claimed without a receipt').waitFor();
    const vat = page.getByLabel('VAT amount (EUR)');
    // The field is emptied once the hint is drawn.
    await eventually(async () => (await vat.inputValue()) === '');
    expect(await vat.isDisabled()).toBe(true);

    await attach(page, device, pdf);
    expect([await box.isChecked(), await box.isDisabled()]).toEqual([false, true]);
    await press(page, 'Remove');
    await box.check();
    await press(page, 'Submit Expense');
    await expectSaved(page, SUBMITTED);
    await listEntry(page, justification).getByText('No receipt').waitFor();
    await listEntry(page, justification).getByText(justification).click();
    await page.getByText('Declared on honor: there is no receipt for this expense.').waitFor();
  });

  async function openOverride(page: Page, justification: string): Promise<number> {
    await fillClaim(page, { currency: 'USD', amount: '1000', justification });
    await page.getByText('fetched (automatic)').waitFor();
    await press(page, 'Override rate');
    const shown = page.getByRole('dialog').locator('dt', { hasText: 'Fetched rate' }).locator('xpath=../dd');
    return Number(await shown.innerText());
  }

  suite.onBothDevices('overrides the rate with the amount actually paid', async (open, device) => {
    const justification = `Conference fee, ${device}`;
    const page = await open('/submit-expense', paul);
    const fetched = await openOverride(page, justification);
    const dialog = page.getByRole('dialog', { name: 'Override exchange rate' });
    const apply = dialog.getByRole('button', { name: 'Apply Override' });
    const received = (fetched * 1000 * 1.03).toFixed(2);
    await dialog.getByLabel('Amount actually paid (EUR)').fill(received);
    expect(await apply.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').focus();
    await dialog.getByLabel('Reason').blur();
    await dialog.getByText('Please provide a reason for the override').waitFor();
    await dialog.getByLabel('Reason').fill('As the bank took it');
    expect(await dialog.getByLabel(/^Exchange rate/).inputValue()).toMatch(/^[01]\.\d{2,6}$/);
    await apply.click();
    await page.getByText('OVERRIDDEN').waitFor();
    await page.getByText(`Original fetched rate: ${fetched.toFixed(4)}`).waitFor();
    const [whole = ''] = received.split('.');
    await attach(page, device, pdf);
    await press(page, 'Submit Expense');
    await expectSaved(page, SUBMITTED);
    const saved = await suite.rest.find(paul, justification);
    expect(saved?.override_reason).toBe('As the bank took it');
    expect(Math.trunc(saved?.reimbursement_amount ?? 0)).toBe(Number(whole));
  });

  suite.flow('overrides the rate within 5%, and removes the override', async (open, device) => {
    const page = await open('/submit-expense', paul);
    const fetched = await openOverride(page, 'Licence for a year');
    const dialog = page.getByRole('dialog', { name: 'Override exchange rate' });
    const apply = dialog.getByRole('button', { name: 'Apply Override' });
    await dialog.getByLabel('Reason').fill('Agreed beforehand');
    await dialog.getByLabel(/^Exchange rate/).fill((fetched * 1.06).toFixed(6));
    await dialog.getByText('Override rate exceeds the ±5% limit or is invalid').waitFor();
    await dialog.getByText('(Exceeds ±5% limit)').waitFor();
    expect(await apply.isDisabled()).toBe(true);
    const rate = (fetched * 0.96).toFixed(6);
    await dialog.getByLabel(/^Exchange rate/).fill(rate);
    expect(await dialog.getByLabel(/^Amount actually paid/).inputValue()).toBe((Number(rate) * 1000).toFixed(2));
    await apply.click();
    await page.getByText('OVERRIDDEN').waitFor();

    await page.getByLabel('Amount', { exact: true }).fill('2000');
    await page.getByText('fetched (automatic)').waitFor();
    await page.getByText(/The override was given for another amount, currency or date/).waitFor();
    await page.getByLabel('Amount', { exact: true }).fill('1000');
    await page.getByText('OVERRIDDEN').waitFor();
    await press(page, 'Use the fetched rate');
    await page.getByText('fetched (automatic)').waitFor();
    await attach(page, device, pdf);
    await press(page, 'Submit Expense');
    await expectSaved(page, SUBMITTED);
    expect((await suite.rest.find(paul, 'Licence for a year'))?.override_exchange_rate).toBeNull();
  });
});
