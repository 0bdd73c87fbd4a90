import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@outlay/testing';
import type { SignedIn } from '@outlay/harness/testing/people';
import { pdfReceipt, photoReceipt } from '@outlay/harness/testing/receipts';
import {
  attach,
  listEntry,
  fillClaim,
  expectSaved,
  press,
  today,
  unfoldFilters,
  type ChosenFile,
} from './testing/screens.js';
import { flows } from './testing/flow-suite.js';

const SUBMITTED = 'Expense submitted successfully!';

flows('a team member’s claims', (suite) => {
  let mia: SignedIn;
  let photo: ChosenFile;
  let pdf: ChosenFile;
  beforeAll(async () => {
    mia = await suite.rest.addPerson('team_member', 'Mia');
    photo = { name: 'lunch.jpg', mimeType: 'image/jpeg', buffer: await photoReceipt(42) };
    pdf = { name: 'train.pdf', mimeType: 'application/pdf', buffer: pdfReceipt('Train to Basel') };
  });

  suite.onBothDevices('a claim with a photo can be submitted once it is complete', async (open, device) => {
    const page = await open('/submit-expense', mia);
    const justification = `Lunch by ${device}`;
    const submit = page.getByRole('button', { name: 'Submit Expense' });
    await page.getByText('Still missing: category, justification, amount, classification, and receipt').waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await page.getByText('Receipt upload is required for all expense submissions').waitFor();

    await fillClaim(page, { justification, amount: device === 'phone' ? '18.40' : '18.50' });
    await submit.click();
    await page
      .getByText('Receipt is required for submission. Use "Save as Draft" to save without receipt.')
      .first()
      .waitFor();
    await attach(page, device, photo);
    await submit.click();
    await expectSaved(page, SUBMITTED);
    await listEntry(page, justification).getByText('Submitted').waitFor();

    await listEntry(page, justification)
      .getByRole('button', { name: /View the receipt/ })
      .click();
    await page.getByRole('dialog').getByRole('img').waitFor();
  });

  suite.flow('a PDF is rendered if the browser cannot show one', async (open) => {
    const justification = 'Read on a phone';
    const page = await open('/submit-expense', mia);
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { value: false }));
    await fillClaim(page, { justification, amount: '61.20' });
    await attach(page, 'desktop', pdf);
    await press(page, 'Submit Expense');
    await expectSaved(page, SUBMITTED);
    await page.reload();
    await listEntry(page, justification)
      .getByRole('button', { name: /View the receipt/ })
      .click();
    const canvas = page.getByRole('dialog').getByRole('img', { name: 'Receipt train.pdf' }).locator('canvas');
    await canvas.waitFor();
    await eventually(() =>
      canvas.evaluate((drawn: HTMLCanvasElement) => {
        const { data } = drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height) ?? { data: [] };
        return data.some((value, index) => index % 4 === 0 && value < 100 && data[index + 3] === 255);
      }),
    );
  });

  suite.flow('an empty draft can be saved and edited, and is deleted after a confirmation', async (open) => {
    const page = await open('/submit-expense', mia);
    await page.getByLabel('Justification').fill('Something for later');
    await press(page, 'Save as Draft');
    await expectSaved(page, 'Expense saved as draft successfully!');

    await listEntry(page, 'Something for later').getByRole('link', { name: /^Edit/ }).click();
    await page.getByRole('heading', { name: 'Edit Expense' }).waitFor();
    await page.getByLabel('Amount', { exact: true }).fill('12.34');
    await press(page, 'Save as Draft');
    await expectSaved(page, 'Expense saved as draft successfully!');
    await listEntry(page, 'Something for later').getByText('12.34').first().waitFor();

    await listEntry(page, 'Something for later')
      .getByRole('button', { name: /^Delete/ })
      .click();
    const question = page.getByRole('dialog', { name: 'Delete draft' });
    await question.getByText('Are you sure you want to delete this draft?').waitFor();
    await press(question, 'Cancel');
    await question.waitFor({ state: 'hidden' });
    await listEntry(page, 'Something for later')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await press(page.getByRole('dialog', { name: 'Delete draft' }), 'Delete');
    await page.getByText('Draft deleted').waitFor();
    await listEntry(page, 'Something for later').waitFor({ state: 'hidden' });
  });

  suite.flow('another currency takes exactly three letters, and is converted', async (open, device) => {
    const page = await open('/submit-expense', mia);
    await fillClaim(page, { currency: 'OTHER', amount: '5000', justification: 'Taxi in Osaka' });
    const code = page.getByLabel('Currency code');
    await code.fill('j1');
    await code.blur();
    await page.getByText('Please enter a valid 3-letter currency code (e.g., USD, EUR)').waitFor();
    expect(await page.getByRole('button', { name: 'Submit Expense' }).isDisabled()).toBe(true);
    await code.fill('jpy');
    expect(await code.inputValue()).toBe('JPY');
    await page.getByText('fetched (automatic)').waitFor();
    await attach(page, device, pdf);
    await press(page, 'Submit Expense');
    await expectSaved(page, SUBMITTED);
    const row = listEntry(page, 'Taxi in Osaka');
    await row.getByText(/5,000\.00/).waitFor();
    await row.getByText(/Rate: 0\.00\d\d/).waitFor();
  });

  suite.flow('VAT is shown only if it applies, and cleared if it no longer does', async (open, device) => {
    const page = await open('/submit-expense', mia);
    await fillClaim(page, { classification: 'support', amount: '121', justification: 'Working lunch' });
    const vat = page.getByLabel('VAT amount (EUR)');
    await vat.fill('-1');
    await vat.blur();
    await page.getByText('Please enter a valid VAT amount (must be a positive number)').waitFor();
    await vat.fill('21');

    const category = page.getByLabel('Category');
    for (const without of ['Hotel', 'Plane / Train', 'Taxi / Ride']) {
      await category.selectOption(without);
      await vat.waitFor({ state: 'detached' });
    }
    await category.selectOption('Restaurant');
    expect(await vat.inputValue()).toBe('');
    await page.getByText(/Still missing: .*VAT amount/).waitFor();
    await page.getByLabel('Currency', { exact: true }).selectOption('USD');
    await vat.waitFor({ state: 'detached' });
    await page.getByLabel('Currency', { exact: true }).selectOption('EUR');
    const classification = page.getByRole('combobox', { name: 'Classification' });
    await classification.selectOption('investment');
    await vat.waitFor({ state: 'detached' });
    await classification.selectOption({ label: 'Mix / Unknown' });

    await vat.fill('21.00');
    await attach(page, device, pdf);
    await press(page, 'Submit Expense');
    await expectSaved(page, SUBMITTED);
    await listEntry(page, 'Working lunch').getByText('VAT: 21.00').waitFor();
  });

  suite.flow('a date in the future or too far back shows an error and prevents submission', async (open, device) => {
    const page = await open('/submit-expense', mia);
    const [year = 0] = today.split('-').map(Number);
    await fillClaim(page, { date: `${year + 1}-01-15`, justification: 'Next year’s dinner' });
    await attach(page, device, pdf);
    await page.getByText('Future dates are not allowed. Please select today or an earlier date.').first().waitFor();
    await press(page, 'Submit Expense');
    await page
      .getByText(/Cannot submit expense with invalid date\. Future dates/)
      .first()
      .waitFor();
    await page.getByLabel('Date').fill(`${year - 2}-01-15`);
    await page
      .getByText('Dates older than 12 months are not allowed. Please select a more recent date.')
      .first()
      .waitFor();
    expect(await suite.rest.find(mia, 'Next year’s dinner')).toBeUndefined();
  });

  suite.flow('a file over 10 MB is rejected with its size, and the form keeps its values', async (open) => {
    const page = await open('/submit-expense', mia);
    await fillClaim(page, { justification: 'A very large scan' });
    const folder = await mkdtemp(join(tmpdir(), 'outlay-scan-'));
    const scan = join(folder, 'scan.pdf');
    await writeFile(scan, pdf.buffer);
    await truncate(scan, 11 * 1024 * 1024);
    await page.getByLabel('Upload File').setInputFiles(scan);
    await page
      .getByText('File size (11.00MB) exceeds the 10MB limit. Please compress or choose a smaller file.')
      .first()
      .waitFor();
    expect(await page.getByLabel('Justification').inputValue()).toBe('A very large scan');
    await page.getByText('Still missing: receipt').waitFor();
    await rm(folder, { recursive: true });
  });

  suite.flow('a duplicate of an approved claim is submitted with a warning that names it', async (open, device) => {
    const like = { amount: '66.60', justification: 'Dinner at the Adler' };
    const first = await suite.rest.approve(await suite.rest.submit(mia, like));
    const page = await open('/submit-expense', mia);
    await fillClaim(page, { amount: '66.60', justification: 'The same dinner?' });
    await attach(page, device, pdf);
    await press(page, 'Submit Expense');
    await page.getByText('Possible duplicate', { exact: true }).waitFor();
    await page.getByText(`Similar expense: ${first.expense_id} – Dinner at the Adler`).waitFor();
    await expectSaved(page, SUBMITTED);
    await listEntry(page, 'The same dinner?').getByText('Submitted').waitFor();
  });

  suite.flow('a submitted claim can be edited and keeps its receipt', async (open) => {
    await suite.rest.submit(mia, { amount: '20.00', justification: 'Parking at the fair' });
    const page = await open('/my-expenses', mia);
    await listEntry(page, 'Parking at the fair').getByRole('link', { name: /^Edit/ }).click();
    await page.getByText('receipt.pdf').waitFor();
    await page.getByLabel('Amount', { exact: true }).fill('24.00');
    await press(page, 'Submit Expense');
    await expectSaved(page, SUBMITTED);
    await listEntry(page, 'Parking at the fair').getByText('24.00').first().waitFor();
    const { receipt_name } = (await suite.rest.find(mia, 'Parking at the fair')) ?? {};
    expect(receipt_name).toBe('receipt.pdf');
  });

  suite.onBothDevices(
    'the list can be searched and filtered, and Back closes an opened claim',
    async (open, device) => {
      const justification = `Needle ${device}`;
      await suite.rest.submit(mia, { justification, amount: '1.23', type: 'Communication' });
      const page = await open('/my-expenses', mia);
      await page.getByLabel('Search').fill(justification);
      await page.getByText('1 expense matches').waitFor();
      await unfoldFilters(page, device);
      await page.getByRole('combobox', { name: 'Status' }).selectOption('draft');
      await page.getByText('No matching expenses').waitFor();
      await page.reload();
      await page.getByText('No matching expenses').waitFor();
      await press(page, 'Clear filters');
      await unfoldFilters(page, device);
      await page.getByRole('combobox', { name: 'Category' }).selectOption('Communication');
      await listEntry(page, justification).getByText(justification).click();
      const sheet = page.getByRole('dialog', { name: 'Expense details' });
      await sheet.locator('iframe[title="Receipt receipt.pdf"]').waitFor();
      const saved = page.waitForEvent('download');
      await press(sheet, 'Download');
      expect((await saved).suggestedFilename()).toBe('receipt.pdf');
      const opened = page.waitForEvent('popup');
      await press(sheet, 'Open in new tab');
      await opened;
      await page.bringToFront();
      await page.goBack();
      await sheet.waitFor({ state: 'detached' });
      expect(new URL(page.url()).searchParams.get('category')).toBe('Communication');
    },
  );

  suite.flow('a claim is copied from an earlier one, with another receipt', async (open, device) => {
    const earlier = { justification: 'The monthly phone bill', amount: '39.90', type: 'Communication' };
    await suite.rest.submit(mia, earlier);
    const page = await open('/my-expenses', mia);
    await listEntry(page, earlier.justification).getByText(earlier.justification).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Copy as new' }).click();
    await page.getByText(/^Still missing: .*receipt$/).waitFor();
    expect(await page.getByLabel('Justification').inputValue()).toBe(earlier.justification);
    await page.getByLabel('Date').fill(today);
    await page.getByLabel('Justification').fill('The phone bill of this month');
    await attach(page, device, pdf);
    await press(page, 'Submit Expense');
    await expectSaved(page, SUBMITTED);
    await listEntry(page, 'The phone bill of this month').getByText('39.90').first().waitFor();
  });

  suite.onBothDevices(
    'a rejected claim shows the reason and can be corrected and resubmitted',
    async (open, device) => {
      const justification = `Team dinner, ${device}`;
      const reason = 'Who was there? Please name everybody, and the customer you met.';
      await suite.rest.reject(await suite.rest.submit(mia, { justification }), reason);
      const page = await open('/my-expenses', mia);
      const cut = device === 'phone' ? reason : `${reason.slice(0, 50)}`;
      await listEntry(page, justification).getByText(cut.trim()).waitFor();
      await listEntry(page, justification).getByText(justification).click();
      const sheet = page.getByRole('dialog', { name: 'Expense details' });
      await sheet.getByText(reason).first().waitFor();
      await sheet.getByRole('link', { name: 'Fix and resubmit' }).click();
      await page.getByRole('heading', { name: 'Edit Expense' }).waitFor();
      await page.getByText(reason).waitFor();
      await page.getByLabel('Justification').fill(`${justification}: Ann, Ben`);
      await press(page, 'Submit Expense');
      await expectSaved(page, SUBMITTED);
      await listEntry(page, `${justification}: Ann, Ben`).getByText('Submitted').waitFor();
    },
  );
});
