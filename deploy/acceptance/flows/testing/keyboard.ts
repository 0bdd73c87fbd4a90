import type { Page } from 'playwright-core';

/** More stops than any screen here has. */
const MOST_STOPS = 80;

/** Goes on with Tab until something of that name has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = await nameOfFocused(page);
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    passed.push(focused);
  }
  throw new Error(`Tab never came to ${String(name)}, only to: ${passed.join(' | ')}`);
}

/** What the focused control is called: by itself, by its label, or by what it says. */
export function nameOfFocused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const isField =
      focused instanceof HTMLInputElement ||
      focused instanceof HTMLSelectElement ||
      focused instanceof HTMLTextAreaElement;
    const label = isField ? focused.labels?.[0]?.textContent : focused?.textContent;
    return (focused?.getAttribute('aria-label') ?? label ?? '').trim();
  });
}

/** The youngest day of the last twelve months that reads the same with the month first and the day first. */
export function unmistakableDay(today: string): string {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const number = String(day >= month ? month : month - 1).padStart(2, '0');
  return `${number}${number}${year}`;
}
