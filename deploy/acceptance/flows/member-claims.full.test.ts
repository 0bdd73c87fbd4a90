import { uploadReceiptRoute } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import type { SignedIn } from '@outlay/harness/testing/people';
import { asFile, pdfReceipt, photoReceipt } from '@outlay/harness/testing/receipts';
import { attach, listEntry, fillClaim, expectSaved, press, unfoldFilters, type ChosenFile } from './testing/screens.js';
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
    // An earlier claim proposes its classification.
    await page.getByText(/^Still missing: category, justification, amount,( classification,)? and receipt$/).waitFor();
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

  suite.flow(
    'the shortcut link signs in, attaches the photo and is removed from the address',
    async (open) => {
      const body = new FormData();
      body.append('file', asFile(await photoReceipt(99), 'IMG_1.jpg', 'image/jpeg'));
      const { filename } = await suite.rest.api.call(uploadReceiptRoute, { token: mia.token, body });
      const page = await open('/login');
      const asked: string[] = [];
      page.on('request', (request) => {
        if (!request.isNavigationRequest()) asked.push(`${request.url()} ${request.headers().referer ?? ''}`);
      });
      await page.goto(`/submit-expense?token=${mia.token}&uploaded=${filename}`);
      await page.getByText('Receipt attached from iOS Shortcut!').waitFor();
      await page.waitForURL((url) => url.pathname === '/submit-expense' && url.search === '');
      expect(asked.filter((each) => each.includes(mia.token))).toEqual([]);
      await fillClaim(page, { justification: 'Bought on the way' });
      await press(page, 'Submit Expense');
      await expectSaved(page, SUBMITTED);
      await listEntry(page, 'Bought on the way')
        .getByRole('button', { name: /View the receipt/ })
        .click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
    'phone',
  );
});
