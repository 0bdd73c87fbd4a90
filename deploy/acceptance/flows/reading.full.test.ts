import { attach } from './testing/screens.js';
import { flows } from './testing/flow-suite.js';

const RECEIPT = 'Bar Centrale\n\nDate 2026-10-05\nTotal  EUR 26.29\nVISA  EUR 26.29';

flows('a receipt', (suite) => {
  suite.flow('is read from a photo on the device, and without a network once one was read', async (open, device) => {
    const reader = await suite.rest.addPerson('team_member', 'Receipt-Reader');
    const page = await open('/my-expenses', reader);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const paper = await page.context().newPage();
    await paper.setContent(`<pre style="font-size: 30px; padding: 30px">${RECEIPT}</pre>`);
    const photo = { name: 'bar.png', mimeType: 'image/png', buffer: await paper.locator('pre').screenshot() };
    await paper.close();
    for (const isOffline of [false, true]) {
      await page.context().setOffline(isOffline);
      await page.goto('/submit-expense');
      await attach(page, device, photo);
      await page.getByText('Read from the receipt. Please look it over.').waitFor();
      expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('26.29');
      expect(await page.getByLabel('Date').inputValue()).toBe('2026-10-05');
    }
  });

  suite.flow('that is an empty PDF is no photo that could be taken again', async (open, device) => {
    const page = await open('/submit-expense', await suite.rest.addPerson('team_member', 'Blank-Page'));
    const paper = await page.context().newPage();
    const blank = { name: 'blank.pdf', mimeType: 'application/pdf', buffer: await paper.pdf() };
    await paper.close();
    await attach(page, device, blank);
    await page.getByText('Nothing could be read from this receipt.').waitFor();
  });
});
