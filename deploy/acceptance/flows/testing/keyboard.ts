import type { Page } from 'playwright-core';

const MAX_TABS = 80;

export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MAX_TABS; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = await nameOfFocused(page);
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    passed.push(focused);
  }
  throw new Error(`Tab does not reach ${String(name)}, only: ${passed.join(' | ')}`);
}

export function nameOfFocused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const isField =
      focused instanceof HTMLInputElement ||
      focused instanceof HTMLSelectElement ||
      focused instanceof HTMLTextAreaElement;
    const label = isField ? focused.labels?.[0]?.textContent : focused?.textContent;
    const labelledBy = document.getElementById(focused?.getAttribute('aria-labelledby') ?? '')?.textContent;
    return (focused?.getAttribute('aria-label') ?? labelledBy ?? label ?? '').trim();
  });
}

/** Equal day and month read the same in every field order. */
export function unambiguousDate(today: string): string {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const number = String(day >= month ? month : month - 1).padStart(2, '0');
  return `${number}${number}${year}`;
}
