/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { flows, type Open } from './testing/flow-suite.js';

/** The width between margins of 12 mm, in CSS pixels. */
const PAPER = [
  ['A4', 703],
  ['Letter', 725],
] as const;
const CLAIMS = 30;
/** The number of claims exceeds two pages of the list's call. */
const MANY = 405;
/** A row of these claims has two lines. */
const MOST_ROWS_OF_A_PAGE = 50;
const WHAT = 'Train to the conference of the cooperative banks, with a long justification that takes several lines';

flows('printing', (suite) => {
  suite.flow('a report, an expense and the lists are printed whole, with all columns', async (open: Open) => {
    const mia = await suite.rest.addPerson('team_member', 'Mia');
    const claims = [];
    for (let number = 1; number <= CLAIMS; number += 1) {
      claims.push(await suite.rest.submit(mia, { justification: `${WHAT} ${number}`, amount: `${100 + number}` }));
    }
    const approved = [];
    for (const claim of claims.slice(0, CLAIMS - 1)) approved.push(await suite.rest.approve(claim));
    const report = await suite.rest.pay(mia, approved);
    const names = claims.map(({ expense_id }) => expense_id);
    const paid = names.slice(0, CLAIMS - 1);
    const [first = ''] = names;

    const own = await open(`/my-reports?report=${report.filename}`, mia);
    await own.getByText(`${WHAT} ${CLAIMS - 1}`).waitFor();
    await expectWhole(own, [...paid, 'Payment Report', 'Original Amount', 'Reimbursement', 'Receipt']);

    const sheet = await open(`/admin?expense=${first}`, suite.admin);
    const details = sheet.getByRole('dialog').filter({ hasText: first });
    await details.getByText('Approved by').waitFor();
    // The latest entry of the trail.
    await details.getByText('Paid in payment', { exact: false }).waitFor();
    await expectWhole(sheet, [first, `${WHAT} 1`, 'Exchange rate', 'Audit Trail', 'Approved by']);

    const list = await open('/admin', suite.admin);
    await list.getByText(`${CLAIMS} expenses`).waitFor();
    const columns = ['User', 'Date', 'Category', 'Amount', 'Reimb.', 'Rate', 'Justification', 'Status', 'ID'];
    await expectWhole(list, [...names, ...columns]);

    const mine = await open('/my-expenses', mia);
    await mine.getByText(`${WHAT} ${CLAIMS}`, { exact: true }).waitFor();
    await expectWhole(mine, [...claims.map((_, index) => `${WHAT} ${index + 1}`), 'Converted Amount', 'Status']);
  });

  suite.flow('a list that is longer than what is loaded is printed with all of its rows', async (open: Open) => {
    const noa = await suite.rest.addPerson('team_member', 'Noa');
    for (let number = 1; number <= MANY; number += 1)
      await suite.rest.submit(noa, { justification: `${WHAT} ${number}`, amount: `${100 + number}` });
    const page = await open('/my-expenses', noa);
    await page.getByRole('button', { name: `Print all ${MANY}` }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByText(`Only the first 200 of ${MANY} expenses are printed here.`, { exact: false }).waitFor();
    await page.emulateMedia({ media: null });

    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.keyboard.press('Control+p');
    await page.locator('[data-printed]').waitFor();
    const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
    expect(pages.length).toBeGreaterThan(MANY / MOST_ROWS_OF_A_PAGE);
    await page.emulateMedia({ media: 'print' });
    await page
      .locator('tbody tr')
      .nth(MANY - 1)
      .waitFor();
    expect(await page.getByText('Only the first', { exact: false }).count()).toBe(0);
  });
});

/** The page is opened on a desktop, in either theme. */
async function expectWhole(page: Page, words: readonly string[]): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const [paper, width] of PAPER) {
    await page.setViewportSize({ width, height: 1000 });
    const hidden = await page.evaluate(whatIsCut, [...words]);
    expect({ paper, hidden }).toEqual({ paper, hidden: [] });
  }
  await page.emulateMedia({ media: 'screen' });
}

/** Runs in the page. Returns the words that the paper cuts off, and the controls that it shows. */
function whatIsCut(words: string[]): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const isShown = (element: Element) => {
    const { width, height, left, right } = element.getBoundingClientRect();
    if (width === 0 || height === 0 || left < -1 || right > clientWidth + 1) return false;
    for (let box = element.parentElement; box && box !== document.documentElement; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const isCut = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
      if (isCut && box.clientHeight > 0 && [overflowX, overflowY].some((each) => each !== 'visible')) return false;
    }
    return true;
  };
  const texts = [...document.querySelectorAll('body *')].filter(({ textContent }) => textContent !== '');
  const cut = words.filter((word) => {
    const found = texts.filter(({ childNodes }) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.includes(word)),
    );
    return !found.some(isShown);
  });
  const onlyOnScreen = [...document.querySelectorAll('#sidebar, [role=search], [data-popup] > footer')].filter(isShown);
  const ink = getComputedStyle(document.documentElement).color;
  return [
    ...cut,
    ...onlyOnScreen.map(({ tagName, id }) => `${tagName} ${id} is printed`),
    ...(scrollWidth > clientWidth + 1 ? [`wider than the paper by ${scrollWidth - clientWidth}`] : []),
    ...(ink === 'rgb(24, 33, 30)' ? [] : [`ink is ${ink}`]),
  ];
}
