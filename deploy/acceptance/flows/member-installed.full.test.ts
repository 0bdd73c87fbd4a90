import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listOwnExpensesRoute } from '@outlay/contracts';
import { launchProfile } from '@outlay/harness';
import type { Page } from 'playwright-core';
import { PASSWORD } from '@outlay/harness/testing/people';
import { pdfReceipt } from '@outlay/harness/testing/receipts';
import { eventually } from '@outlay/testing';
import { serveFolder } from './testing/serve-folder.js';
import { waitForSavedReceipt } from './testing/saved-forms.js';
import { attach, expectSaved, fillClaim, listEntry, logIn, press } from './testing/screens.js';
import { flows } from './testing/flow-suite.js';

const CLIENT = join(import.meta.dirname, '../../../web/dist');

async function isInstalled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

flows('the installed client', (suite) => {
  suite.flow('opens offline and saves the form', async (open, device) => {
    const ida = await suite.rest.addPerson('team_member', 'Ida');
    const page = await open('/my-expenses', ida);
    await page.getByText('No expenses found').waitFor();
    await isInstalled(page);
    await page.context().setOffline(true);

    await page.goto('/my-expenses');
    await page.getByText('You are offline').waitFor();
    await page.getByText('No expenses found').waitFor();
    await page.getByText('Ida Tester').waitFor();
    await page.goto('/submit-expense');
    await page.getByLabel('Justification').fill('Typed on a plane');
    await attach(page, device, {
      name: 'boarding.pdf',
      mimeType: 'application/pdf',
      buffer: pdfReceipt('A boarding pass'),
    });
    await waitForSavedReceipt(page, 'boarding.pdf');
    await page.reload();
    await press(page, 'Restore');
    await page.getByText('boarding.pdf', { exact: true }).waitFor();
    expect(await page.getByLabel('Justification').inputValue()).toBe('Typed on a plane');

    await page.context().setOffline(false);
    await press(page, 'Save as Draft');
    await page.getByText('Expense saved as draft successfully!').first().waitFor();
    expect(await suite.rest.find(ida, 'Typed on a plane')).toMatchObject({ status: 'draft' });
  });

  suite.flow('keeps three claims offline through a restart of the browser, and sends each once', async () => {
    const nora = await suite.rest.addPerson('team_member', 'Nora');
    const folder = await mkdtemp(join(tmpdir(), 'outlay-profile-'));
    const address = (path: string) => `${suite.product.origin}${path}`;
    const claims = ['The taxi', 'The train', 'The lunch'];
    try {
      const before = await launchProfile(folder, []);
      let page = await before.newPage();
      await page.goto(address('/login'));
      await logIn(page, 'nora@example.org');
      await isInstalled(page);
      await before.setOffline(true);
      for (const justification of claims) {
        await page.goto(address('/submit-expense'));
        await fillClaim(page, { justification });
        const buffer = pdfReceipt(justification);
        await attach(page, 'desktop', { name: `${justification}.pdf`, mimeType: 'application/pdf', buffer });
        await press(page, 'Submit Expense');
        await expectSaved(page, 'Saved on this device, sent when you are online');
      }
      await page.getByText('3 expenses wait here.').waitFor();
      await before.close();
      expect(await suite.rest.find(nora, 'The taxi')).toBeUndefined();

      // The service worker and two pages compete for the claims.
      const after = await launchProfile(folder, []);
      page = await after.newPage();
      const second = await after.newPage();
      await Promise.all([page, second].map((each) => each.goto(address('/my-expenses'))));
      for (const justification of claims) await listEntry(page, justification).getByText('Submitted').waitFor();
      await page.getByText('On this device').waitFor({ state: 'hidden' });
      await after.close();
      const own = await suite.rest.api.call(listOwnExpensesRoute, { token: nora.token });
      expect(own.map(({ justification, receipt_name: name }) => [justification, name]).sort()).toEqual(
        claims.map((justification) => [justification, `${justification}.pdf`]).sort(),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  suite.flow(
    'sends a claim that waits after its page is closed, and says so on the next page',
    async (open, device) => {
      const nils = await suite.rest.addPerson('team_member', 'Nils');
      const page = await open('/submit-expense', nils);
      await isInstalled(page);
      const context = page.context();
      await context.setOffline(true);
      await fillClaim(page, { justification: 'The ferry' });
      const buffer = pdfReceipt('A ferry');
      await attach(page, device, { name: 'ferry.pdf', mimeType: 'application/pdf', buffer });
      await press(page, 'Submit Expense');
      await expectSaved(page, 'Saved on this device, sent when you are online');
      await page.close();
      expect(await suite.rest.find(nils, 'The ferry')).toBeUndefined();

      await context.setOffline(false);
      await eventually(async () => (await suite.rest.find(nils, 'The ferry')) !== undefined);
      expect(await suite.rest.find(nils, 'The ferry')).toMatchObject({
        receipt_name: 'ferry.pdf',
        status: 'submitted',
      });
      const next = await context.newPage();
      await next.goto(`${suite.product.origin}/my-expenses`);
      await next.getByText('The expense that was saved on this device was sent.').first().waitFor();
      await listEntry(next, 'The ferry').getByText('Submitted').waitFor();
      expect(await next.getByRole('heading', { name: 'On this device' }).count()).toBe(0);
    },
  );

  /** Like Android, sends a form to the address in the manifest. */
  async function share(page: Page, names: readonly string[]): Promise<void> {
    const manifest = await (await fetch(`${suite.product.origin}/manifest.webmanifest`)).json();
    await page.evaluate(
      async ({ shared, target }) => {
        const { action, method, enctype, params } = target;
        const form = Object.assign(document.createElement('form'), { action, method, enctype });
        const input = Object.assign(document.createElement('input'), { type: 'file', name: params.files[0].name });
        const files = new DataTransfer();
        for (const name of shared) files.items.add(new File(['%PDF-1.4'], name, { type: 'application/pdf' }));
        input.multiple = true;
        input.files = files.files;
        form.append(input);
        document.body.append(form);
        form.submit();
      },
      { shared: names, target: manifest.share_target },
    );
  }
  const sharedFiles = (page: Page) =>
    page.evaluate(async () => ((await caches.has('shared')) ? (await (await caches.open('shared')).keys()).length : 0));

  suite.flow('accepts files shared by another application, without a network or a session too', async (open) => {
    const ute = await suite.rest.addPerson('team_member', 'Ute');
    const page = await open('/my-expenses', ute);
    await page.getByText('No expenses found').waitFor();
    await isInstalled(page);
    await page.reload();
    await page.getByText('No expenses found').waitFor();
    await share(page, ['Quittung für Taxi.pdf']);
    await page.getByRole('heading', { name: 'Submit Expense' }).waitFor();
    await page.getByText(/The file Quittung für Taxi.pdf was shared/).waitFor();
    await press(page, 'Attach');
    await page.getByText('Quittung für Taxi.pdf', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await sharedFiles(page)).toBe(0);

    await page.context().setOffline(true);
    await share(page, ['one.pdf', 'two.pdf', 'three.pdf']);
    await press(page.getByText(/3 files were shared/).locator('..'), 'Discard');
    await page.context().setOffline(false);
    expect(await sharedFiles(page)).toBe(0);
    await share(
      page,
      Array.from({ length: 21 }, (_, index) => `${index}.pdf`),
    );
    await page.getByText(/At most 20 files with 50 MB in all/).waitFor();
    expect(await sharedFiles(page)).toBe(0);

    await page.evaluate(() => localStorage.clear());
    await share(page, ['late.pdf', 'later.pdf']);
    await page.getByLabel('Email').waitFor();
    await logIn(page, 'ute@example.org', PASSWORD, 'Submit Expense');
    await press(page.getByText(/2 files were shared/).locator('..'), 'Attach');
    await page.getByRole('dialog', { name: '2 receipts' }).waitFor();
  });

  suite.flow('caches no API responses, and loads cached files without the network', async (open) => {
    const eva = await suite.rest.addPerson('team_member', 'Eva');
    const page = await open('/my-expenses', eva);
    await page.getByText('No expenses found').waitFor();
    await isInstalled(page);
    await suite.rest.submit(eva, { justification: 'Made elsewhere', amount: '5.00' });
    const served: string[] = [];
    page.on('response', (response) => {
      if (!response.fromServiceWorker()) served.push(new URL(response.url()).pathname);
    });
    await page.reload();
    await page.getByText('Made elsewhere').first().waitFor();
    // The list does not wait for the profile.
    await eventually(() => ['/api/auth/me', '/api/expenses'].every((path) => served.includes(path)));
    expect(served.filter((path) => path.startsWith('/assets/'))).toEqual([]);
    const kept = await page.evaluate(async () => {
      const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return caught.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain('/index.html');
    expect(kept.filter((path) => /^\/(api|uploads|reports)/.test(path))).toEqual([]);
  });

  suite.flow('shows a new version at once, and still has the files of the old one', async (open) => {
    const folder = await mkdtemp(join(tmpdir(), 'outlay-client-'));
    await cp(CLIENT, folder, { recursive: true });
    const site = await serveFolder(folder);
    try {
      const page = await open(`${site.origin}/login`);
      await page.evaluate(() => navigator.serviceWorker.register('/sw.js').then(() => undefined));
      await isInstalled(page);
      await page.reload();

      const index = join(folder, 'index.html');
      await writeFile(
        index,
        (await readFile(index, 'utf8')).replace('<head>', '<head><meta name="version" content="2">'),
      );
      await rm(join(folder, 'assets'), { recursive: true });
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByRole('button', { name: 'Create account' }).waitFor();
      await page.reload();
      expect(await page.locator('meta[name=version]').getAttribute('content')).toBe('2');
    } finally {
      await site.close();
      await rm(folder, { recursive: true });
    }
  });
});
