import { createExpenseRoute, listAllExpensesRoute, type ExpenseJson } from '@outlay/contracts';
import { launchBrowser, pressTwice, type DoublePress } from '@outlay/harness';
import { inParallel } from '@outlay/concurrency';
import { SeededRandom } from '@outlay/seed';
import type { Browser, Locator } from 'playwright-core';
import { claim } from '@outlay/testing/claims';
import { countAt, messageOf, Tally, type Check, type CheckContext } from './check.js';
import { withCrashingProduct, type CrashingProduct } from './crashing-product.js';
import { addPeople, type SignedIn } from './installation.js';

const TRIALS = 1000;
const PAGES = 5;
/** Claims below the ones that are pressed, which a wrong decision would hit. */
const SPARE = 8;
const ROWS = 6;
const GAPS_MS = { min: 120, max: 500 };
const WAIT_MS = 20_000;

export const onePress: Check = {
  number: 20,
  name: 'a double press decides one claim',
  fullScale: TRIALS,
  run: async (context, scale) => {
    const trials = countAt(TRIALS, scale);
    const tally = new Tally(context, trials);
    await withCrashingProduct(async (product) => {
      const browser = await launchBrowser();
      try {
        await pressInPages(context, product, browser, tally, trials);
      } finally {
        await browser.close();
      }
    });
    tally.note('Double presses on rows and in the details, to approve and to revert, 120 to 500 ms apart.');
    return tally.outcome();
  },
};

async function pressInPages(
  context: CheckContext,
  product: CrashingProduct,
  browser: Browser,
  tally: Tally,
  trials: number,
): Promise<void> {
  const random = new SeededRandom(`presses ${context.seed}`);
  const owners = await addPeople(product, 'partner', 'owner', Math.min(PAGES, trials));
  const parts = owners.map((owner, index) => ({ owner, size: Math.ceil((trials - index) / owners.length) }));
  let done = 0;
  const onPress = () => context.onProgress((done += 1), trials);
  await inParallel(parts, PAGES, async ({ owner, size }) => {
    await submitClaims(product, owner, size + SPARE);
    const reviewer = await openReview(browser, product, owner, random, onPress);
    await reviewer.decide(size).catch((error: unknown) => tally.add(messageOf(error)));
    await reviewer.page.context().close();
    const problems = wrongDecisions(reviewer.expected, await claimsOf(product, owner));
    for (let press = 0; press < Math.max(reviewer.pressed(), problems.length); press += 1)
      tally.add(problems[press] ?? null);
  });
}

/** `expected` has the status of each claim that was pressed; all others must be as they were submitted. */
export function wrongDecisions(
  expected: ReadonlyMap<string, string>,
  claims: readonly Pick<ExpenseJson, 'expense_id' | 'status'>[],
): string[] {
  return claims.flatMap(({ expense_id, status }) => {
    const wanted = expected.get(expense_id) ?? 'submitted';
    return status === wanted ? [] : [`${expense_id} is ${status}, not ${wanted}`];
  });
}

async function submitClaims({ api }: CrashingProduct, { token }: SignedIn, count: number): Promise<void> {
  const amounts = Array.from({ length: count }, (_, index) => (10 + index / 100).toFixed(2));
  await inParallel(amounts, 4, (amount) => api.call(createExpenseRoute, { token, body: claim({ amount }) }));
}

async function claimsOf({ api, admin }: CrashingProduct, { user }: SignedIn): Promise<ExpenseJson[]> {
  const all = await api.call(listAllExpensesRoute, { token: admin.token });
  return all.filter(({ user_id }) => user_id === user.id);
}

async function openReview(
  browser: Browser,
  { origin, admin }: CrashingProduct,
  { user }: SignedIn,
  random: SeededRandom,
  onPress: () => void,
) {
  const localStorage = [{ name: 'token', value: admin.token }];
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const expected = new Map<string, string>();
  let presses = 0;
  const anyPress = (): DoublePress => ({ gap: random.int(GAPS_MS.min, GAPS_MS.max), count: random.pick([1, 2]) });
  const list = (status: string) => page.goto(`/admin?user=${encodeURIComponent(user.email)}&status=${status}`);

  function note(claimId: string, status: string): void {
    if (status === 'submitted' && !expected.has(claimId)) throw new Error(`${claimId} was approved by another's press`);
    expected.set(claimId, status);
    presses += 1;
    onPress();
  }

  async function onRows(action: 'approve' | 'revert', count: number): Promise<void> {
    await list(action === 'approve' ? 'submitted' : 'approved');
    const buttons = page.locator(`[data-decides^="${action} "]`);
    // Reverting asks for a note, which may stay empty.
    const revert = page.getByRole('dialog').getByRole('button', { name: 'Mark as Submitted' });
    let row = 0;
    for (let pressed = 0; pressed < count; pressed += 1) {
      await buttons.nth(1).waitFor();
      // The place differs from that of the press before, as for a reviewer who goes on at once.
      const rows = Math.min(ROWS, await buttons.count());
      row = (row + random.int(1, rows - 1)) % rows;
      const [claimId, label] = await nameOf(buttons.nth(row));
      await pressTwice(page, buttons.nth(row), anyPress());
      // Two presses that the system does not report as a double click may open the row behind.
      if (action === 'revert') await pressTwice(page, revert, { ...anyPress(), count: 2 });
      await page.locator(`[aria-label="${label}"]`).waitFor({ state: 'detached' });
      note(claimId, action === 'approve' ? 'approved' : 'submitted');
    }
  }

  async function inDetails(count: number): Promise<void> {
    await list('submitted');
    await page.locator('[data-decides^="approve "]').first().waitFor();
    await page.locator('tr button', { hasText: /^EXP-/ }).first().click();
    const approve = page.locator('[role=dialog] [data-decides^="approve "]:not([aria-disabled=true])');
    for (let pressed = 0; pressed < count; pressed += 1) {
      await approve.waitFor();
      const shown = (await page.locator('[role=dialog] h2').textContent()) ?? '';
      // With known duplicates the next claim appears at once; otherwise with the reply.
      if (random.int(0, 1) === 1) await page.getByText('0 potential dupes').waitFor();
      await pressTwice(page, approve, anyPress(), { share: pressed % 2 === 0 ? 0.2 : 0.8 });
      await page.getByRole('dialog', { name: shown }).waitFor({ state: 'detached' });
      note(shown, 'approved');
    }
  }

  return {
    page,
    expected,
    pressed: () => presses,
    decide: async (count: number) => {
      const ofDetails = Math.floor(count / 2);
      const ofReverts = Math.floor(count / 6);
      await onRows('approve', count - ofDetails - ofReverts);
      if (ofDetails > 0) await inDetails(ofDetails);
      if (ofReverts > 0) await onRows('revert', ofReverts);
    },
  };
}

async function nameOf(button: Locator): Promise<[claimId: string, label: string]> {
  const label = (await button.getAttribute('aria-label')) ?? '';
  return [/EXP-\w+/.exec(label)?.[0] ?? '', label];
}
