import { PASSWORD } from '@outlay/harness/testing/people';
import { listEntry, logIn, press } from './testing/screens.js';
import { flows } from './testing/flow-suite.js';

const NEW_PASSWORD = 'Battery-Staple-8';

flows('user administration', (suite) => {
  suite.onBothDevices('an invited person registers with the link, once', async (open, device) => {
    const email = `ivy-${device}@example.org`;
    const admin = await open('/admin?tab=users', suite.admin);
    await admin.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await admin.getByRole('textbox', { name: 'Email' }).fill(email);
    await admin.getByLabel('Role').selectOption('Partner');
    await press(admin, 'Create Invite');
    await admin.getByText(`Invite created for ${email}`).waitFor();
    await admin
      .getByText(/in 1[34] days/)
      .first()
      .waitFor();
    await press(admin, 'Copy invite link');
    await press(admin, 'Copied');
    const link = await admin.evaluate(() => navigator.clipboard.readText());

    const page = await open(link);
    await page.getByLabel('First name').fill('Ivy');
    await page.getByLabel('Last name').fill('Tester');
    await page.getByLabel('Email').fill(` ${email.toUpperCase()} `);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByLabel('Reimbursement currency').selectOption('USD');
    await press(page, 'Create account');
    await page.getByText('Registration successful!').waitFor();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await logIn(page, email);
    if (device === 'phone') await press(page, 'Open menu');
    await page.getByText('PARTNER', { exact: true }).waitFor();

    await admin.reload();
    await listEntry(admin, email).getByText('Used').waitFor();
    const late = await open(link);
    await late.getByLabel('First name').fill('Eve');
    await late.getByLabel('Last name').fill('Late');
    await late.getByLabel('Email').fill(`eve-${device}@example.org`);
    await late.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await late.getByLabel('Confirm password').fill(PASSWORD);
    await press(late, 'Create account');
    await late
      .getByRole('alert')
      .filter({ hasText: /invite/i })
      .waitFor();
    expect(await late.getByLabel('First name').inputValue()).toBe('Eve');
  });

  suite.onBothDevices('a forgotten password is reset with an admin’s code', async (open, device) => {
    const leo = await suite.rest.addPerson('team_member', `Leo-${device}`);
    const admin = await open('/admin?tab=users', suite.admin);
    await press(admin, `Reset Code for Leo-${device} Tester`);
    const dialog = admin.getByRole('dialog', { name: 'Password Reset Code' });
    await dialog.getByText('Share this one-time code with the user securely. It expires in about 1 hour.').waitFor();
    const code = await dialog.locator('code').innerText();
    expect(code).toMatch(/^\d{6}$/);

    const page = await open('/login');
    await press(page, 'Reset with admin code');
    await page.getByLabel('Account email').fill(leo.user.email);
    await page.getByLabel('6-digit code').fill(code === '123456' ? '654321' : '123456');
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
    await press(page, 'Reset password');
    await page.getByRole('alert').filter({ hasText: /code/i }).waitFor();
    expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe(NEW_PASSWORD);
    await page.getByLabel('6-digit code').fill(code);
    await press(page, 'Reset password');
    await page.getByText(/Password has been reset\. You can now sign in\./).waitFor();
    await logIn(page, leo.user.email, NEW_PASSWORD);
  });
});
