import { flows } from './testing/flow-suite.js';
import { press } from './testing/screens.js';

/** The time from the append to the screen: the log takes new events once a second. */
const NEW_WITHIN_MS = 2_000;

flows('the audit trail', (suite) => {
  suite.flow('is reached from the panel, shows what is new at once, and proves an event', async (open) => {
    const page = await open('/admin', suite.admin);
    // The page follows the log soon after it has loaded.
    const following = page.waitForRequest((request) => request.url().includes('/api/audit/events'));
    await page.getByRole('link', { name: /^Audit Trail/ }).click();
    const events = page.getByRole('list', { name: 'Events, newest first' }).getByRole('button');
    await page.getByText('used an invite').waitFor();
    await page.getByText(/^Evidence/).click();
    const fingerprint = (await page.getByRole('group', { name: 'Fingerprint' }).textContent()) ?? '';
    await following;

    const mia = await suite.rest.addPerson('team_member', 'Mia');
    const { first_name, last_name } = mia.user;
    const sentence = `${first_name} ${last_name} registered as Team Member`;
    await events.filter({ hasText: sentence }).waitFor({ timeout: NEW_WITHIN_MS });

    await events.filter({ hasText: sentence }).click();
    await page.getByText('This event is in the signed log, unaltered.').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('event'));

    await press(page, 'Compare with one I kept');
    await page.getByLabel('A fingerprint, or a checkpoint note').fill(fingerprint);
    await press(page, 'Compare');
    await page.getByText(/^Consistent/).waitFor();
    const [size = '', first = ''] = fingerprint.split('-');
    await page
      .getByLabel('A fingerprint, or a checkpoint note')
      .fill(fingerprint.replace(first, [...first].reverse().join('')));
    await press(page, 'Compare');
    await page.getByText(`Not consistent: the first ${size} events of the log`).waitFor();

    await press(page, 'Verify now');
    await page.getByText(/^No findings: all \d+ events/).waitFor();
    await events.filter({ hasText: /verified \d+ events: no findings/ }).waitFor();

    await page.getByLabel('Kind').selectOption('Invites');
    await page.waitForURL(/kind=invite/);
    await events.filter({ hasText: 'signed in' }).first().waitFor({ state: 'detached' });
    await events.filter({ hasText: 'invited' }).first().waitFor();
  });
});
