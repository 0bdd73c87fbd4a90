import { createExpenseRoute, listOwnExpensesRoute } from '@outlay/contracts';
import type { SignedIn } from '@outlay/harness/testing/people';
import { asFile, pdfReceipt } from '@outlay/harness/testing/receipts';
import { claimForm } from '@outlay/testing/claims';
import { expectSaved, fillClaim, attach, listEntry, press, today } from './testing/screens.js';
import { flows } from './testing/flow-suite.js';

flows('a trip', (suite) => {
  /** A draft of the trip with its receipt. */
  const draftOf = (who: SignedIn, trip: string, justification: string, amount: string, type: string | null) => {
    const receipt = asFile(pdfReceipt(justification), 'receipt.pdf', 'application/pdf');
    const body = claimForm({ status: 'draft', trip, justification, amount, type, currency: 'USD' }, receipt);
    return suite.rest.api.call(createExpenseRoute, { token: who.token, body });
  };

  suite.onBothDevices('is added, gets three claims, and is submitted together', async (open, device) => {
    const tess = await suite.rest.addPerson('team_member', `Tess-${device}`);
    const page = await open('/my-expenses', tess);
    await press(page, 'Trips');
    const trips = page.getByRole('dialog', { name: 'Trips' });
    await trips.getByText('No trips yet').waitFor();
    await press(trips, 'New trip');
    await trips.getByLabel('Name').fill('Lisbon');
    await trips.getByLabel('Currency').fill('usd');
    await trips.getByLabel('First day').fill(today);
    await trips.getByLabel('Last day').fill(today);
    await press(trips, 'Add trip');
    await trips.getByRole('button', { name: /^Lisbon/ }).waitFor();

    await page.goto('/submit-expense');
    await page.getByLabel('Trip').selectOption('Lisbon');
    expect(await page.getByLabel('Currency', { exact: true }).inputValue()).toBe('USD');
    await fillClaim(page, { currency: 'USD', amount: '20.10', justification: 'Tram' });
    await attach(page, device, { name: 'tram.pdf', mimeType: 'application/pdf', buffer: pdfReceipt('Tram') });
    await press(page, 'Save as Draft');
    await expectSaved(page, 'Expense saved as draft successfully!');
    await draftOf(tess, 'Lisbon', 'Hotel', '300.20', 'Hotel');
    await draftOf(tess, 'lisbon', 'Dinner', '40.00', null);

    // Another device has the trip as well.
    const other = await open('/my-expenses', tess);
    await press(other, 'Trips');
    await other
      .getByRole('dialog', { name: 'Trips' })
      .getByRole('button', { name: /^Lisbon/ })
      .click();
    const bar = other.getByRole('region', { name: 'Trip' });
    await bar.getByText('360.30 USD').waitFor();
    await press(bar, 'Submit all 3 drafts');
    const dialog = other.getByRole('dialog', { name: 'Submit the drafts of this trip' });
    await press(dialog, 'Submit all 3 drafts');
    await dialog.getByText('2 submitted, 1 not submitted').waitFor();
    const failed = dialog.getByRole('listitem').filter({ hasText: 'Not submitted' });
    await failed.getByText('Category is required.').waitFor();
    await failed.getByRole('link').click();
    // Until the form is there, the filter of the list behind the dialog is the field called Category.
    await other.getByRole('heading', { name: 'Edit Expense' }).waitFor();
    await other.getByLabel('Category').selectOption('Restaurant');
    await press(other, 'Save as Draft');
    await expectSaved(other, 'Expense saved as draft successfully!');
    await other.goto('/my-expenses?trip=Lisbon');
    await press(other.getByRole('region', { name: 'Trip' }), 'Submit 1 draft');
    await press(other.getByRole('dialog'), 'Submit 1 draft');
    await other.getByText('1 submitted', { exact: true }).waitFor();
    await press(other.getByRole('dialog').locator('footer'), 'Close');
    await listEntry(other, 'Dinner').getByText('Submitted').waitFor();

    const own = await suite.rest.api.call(listOwnExpensesRoute, { token: tess.token });
    expect(own.map(({ status, trip, revision }) => [status, trip?.toLowerCase(), revision > 0])).toEqual(
      [1, 2, 3].map(() => ['submitted', 'lisbon', true]),
    );
  });
});
