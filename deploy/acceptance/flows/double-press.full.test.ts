import type { Locator, Page } from 'playwright-core';
import { pressOnce, pressTwice, type DoublePress } from '@outlay/harness';
import type { SignedIn } from '@outlay/harness/testing/people';
import { flows } from './testing/flow-suite.js';

/** Some systems count two clicks as a double click for up to 500 ms, others for less. */
const PRESSES: readonly DoublePress[] = [120, 200, 300, 450, 500].flatMap((gap) => [
  { gap, count: 2 },
  { gap, count: 1 },
]);

flows('a double press', (suite) => {
  let mia: SignedIn;
  let amount = 10;
  beforeAll(async () => {
    mia = await suite.rest.addPerson('team_member', 'Mia');
  });

  /** Three claims for each double press, which may decide two at worst, and the press after it. */
  const submitAll = async (prefix: string) => {
    for (let n = 0; n < 3 * PRESSES.length + 3; n += 1) {
      amount += 1.01;
      await suite.rest.submit(mia, { justification: `${prefix} ${n}`, amount: amount.toFixed(2) });
    }
  };
  const approvedIds = async (page: Page, prefix: string) => {
    await page.goto(`/admin?q=${prefix}&status=approved`);
    const buttons = page.getByRole('button', { name: /^Revert EXP/ });
    // The last approval may still be on its way; the list shows it when it is there.
    await buttons.nth(2 * PRESSES.length - 1).waitFor();
    return (await idsOf(buttons)).toSorted();
  };

  suite.onBothDevices('on rows approves one claim; a press on another row works at once', async (open, device) => {
    const prefix = `Row-${device}`;
    const isTouch = device === 'phone';
    await submitAll(prefix);
    const page = await open(`/admin?q=${prefix}&status=submitted`, suite.admin);
    const buttons = page.getByRole('button', { name: /^Approve EXP/ });
    const expected: string[] = [];
    for (const press of PRESSES) {
      await buttons.nth(2).waitFor();
      const [first = '', , third = ''] = await idsOf(buttons);
      const row = (id: string) => page.getByRole('button', { name: `Approve ${id}` });
      await pressTwice(page, row(first), press, { isTouch });
      await row(first).waitFor({ state: 'detached' });
      await pressOnce(page, row(third), { isTouch });
      await row(third).waitFor({ state: 'detached' });
      expected.push(first, third);
    }
    expect(await approvedIds(page, prefix)).toEqual(expected.toSorted());
  });

  suite.onBothDevices('in the details approves one claim; a press beside it works at once', async (open, device) => {
    const prefix = `Sheet-${device}`;
    const isTouch = device === 'phone';
    await submitAll(prefix);
    const page = await open(`/admin?q=${prefix}&status=submitted`, suite.admin);
    await page.getByRole('button', { name: /^EXP-/ }).first().click();
    const sheet = page.getByRole('dialog', { name: /^EXP-/ });
    const approve = sheet.getByRole('button', { name: 'Approve', exact: true });
    const expected: string[] = [];
    const decideShown = async (act: () => Promise<unknown>) => {
      // The next claim appears at once only if the check for duplicates has found none.
      await sheet.getByText('0 potential dupes').waitFor();
      const shown = (await sheet.getByRole('heading', { level: 2 }).textContent()) ?? '';
      expected.push(shown);
      await act();
      await page.getByRole('dialog', { name: shown }).waitFor({ state: 'detached' });
    };
    for (const press of PRESSES) {
      await decideShown(() => pressTwice(page, approve, press, { share: 0.2, isTouch }));
      await decideShown(() => pressOnce(page, approve, { share: 0.8, isTouch }));
    }
    expect(await approvedIds(page, prefix)).toEqual(expected.toSorted());
  });

  suite.onBothDevices('on Revert asks for the note and stays; one there reverts once', async (open, device) => {
    const prefix = `Back-${device}`;
    const isTouch = device === 'phone';
    await submitAll(prefix);
    const page = await open('/admin', suite.admin);
    for (const press of PRESSES.slice(0, 4)) {
      await page.goto(`/admin?q=${prefix}&status=submitted`);
      const first = page.getByRole('button', { name: /^Approve EXP/ }).first();
      await first.waitFor();
      const [id = ''] = await idsOf(first);
      await pressOnce(page, first, { isTouch });
      await page.getByRole('button', { name: `Approve ${id}` }).waitFor({ state: 'detached' });
      await page.goto(`/admin?q=${prefix}&status=approved`);
      const revert = page.getByRole('button', { name: `Revert ${id}` });
      await pressTwice(page, revert, press, { isTouch });
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Mark as Submitted' });
      await pressTwice(page, confirm, { ...press, count: 2 }, { isTouch });
      await revert.waitFor({ state: 'detached' });
      // The second press has opened nothing behind the dialog.
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });
});

async function idsOf(buttons: Locator): Promise<string[]> {
  const labels = await buttons.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
  return labels.map((label) => /EXP-\w+/.exec(label)?.[0] ?? '');
}
