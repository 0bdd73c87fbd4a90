import { uploadReceiptRoute } from '@outlay/contracts';
import { type SignedIn } from '@outlay/harness/testing/people';
import { asFile, photoReceipt } from '@outlay/harness/testing/receipts';
import { listEntry, fillClaim, expectSaved, press } from './testing/screens.js';
import { flows } from './testing/flow-suite.js';

flows('the routes', (suite) => {
  let mia: SignedIn;
  beforeAll(async () => {
    mia = await suite.rest.addPerson('team_member', 'Mia');
  });

  suite.flow('redirect to the login without a session, and from the login to the list', async (open) => {
    const page = await open('/');
    for (const path of [
      '/',
      '/my-expenses',
      '/submit-expense',
      '/my-reports',
      '/settings',
      '/admin',
      '/admin-expenses',
      '/dashboard',
      '/nowhere',
    ]) {
      await page.goto(path);
      await page.waitForURL('**/login');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    }
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    await page.goto('/get-token');
    await page.getByRole('heading', { name: 'Not Logged In' }).waitFor();
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await page.getByLabel('Email').fill(' MIA@example.org');
    await page.getByText('Will be used as mia@example.org: emails are case-insensitive.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await press(page, 'Sign in');
    await page.getByRole('alert').waitFor();
    await page.getByText('Email was normalized to mia@example.org because emails are case-insensitive.').waitFor();
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('wrong');
  });

  suite.flow('the panel is hidden from a team member and denied at its address', async (open) => {
    const page = await open('/admin', mia);
    await page.getByRole('heading', { name: 'Access denied' }).waitFor();
    await page
      .getByText('Only Super Admins can view the Admin panel data. Please log in with a super admin account.')
      .waitFor();
    expect(await page.getByRole('link', { name: /Admin Panel/ }).count()).toBe(0);
    const admin = await open('/my-expenses', suite.admin);
    await admin.getByRole('link', { name: /Admin Panel/ }).click();
    await admin.getByRole('tab', { name: 'Analytics' }).click();
    await admin.getByText('No expenses in these months').waitFor();
  });

  suite.flow(
    'the phone menu closes with its button, a click outside, Escape and a selection',
    async (open) => {
      const page = await open('/my-expenses', mia);
      const settings = page.getByRole('link', { name: /Settings/ });
      const openMenu = async () => {
        await press(page, 'Open menu');
        await settings.waitFor();
        await page.getByText('TEAM MEMBER', { exact: true }).waitFor();
      };
      const isClosed = () => settings.waitFor({ state: 'hidden' });
      await openMenu();
      await press(page, 'Close menu');
      await isClosed();
      await openMenu();
      await page.touchscreen.tap(370, 500);
      await isClosed();
      await openMenu();
      await page.keyboard.press('Escape');
      await isClosed();
      await openMenu();
      await settings.tap();
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
      await isClosed();
      await openMenu();
      await press(page, 'Logout');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
        null,
        null,
      ]);
    },
    'phone',
  );

  async function sendByShortcut(): Promise<string> {
    const body = new FormData();
    body.append('file', asFile(await photoReceipt(99), 'IMG_1.jpg', 'image/jpeg'));
    return (await suite.rest.api.call(uploadReceiptRoute, { token: mia.token, body })).filename;
  }

  suite.flow(
    'the shortcut link signs in, attaches the photo and is removed from the address',
    async (open) => {
      const filename = await sendByShortcut();
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
      await expectSaved(page, 'Expense submitted successfully!');
      await listEntry(page, 'Bought on the way')
        .getByRole('button', { name: /View the receipt/ })
        .click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
    'phone',
  );

  suite.flow('the token page shows the token on request, copies it, and links back', async (open) => {
    const page = await open('/get-token', mia);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText(/Whoever has this token can act as you/).waitFor();
    expect(await page.getByText(mia.token).count()).toBe(0);
    await press(page, 'Copy');
    await press(page, 'Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(mia.token);
    await press(page, 'Show token');
    await page.getByText(mia.token).waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'Submit Expense' }).waitFor();
  });
});
