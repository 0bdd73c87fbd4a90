import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';

export interface DoublePress {
  /** Milliseconds between the two presses. */
  readonly gap: number;
  /** The click count that the system reports for the second click: 2 in a double click, otherwise 1. */
  readonly count: 1 | 2;
}

export interface PressOptions {
  /** The place between the button's left and right edge, 0 to 1. */
  readonly share?: number;
  readonly isTouch?: boolean;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Presses twice at the same place, whatever button is there the second time, and however long the page takes. */
export async function pressTwice(
  page: Page,
  button: Locator,
  { gap, count }: DoublePress,
  options: PressOptions = {},
): Promise<void> {
  await withInput(page, button, options, async (press) => {
    const started = Date.now();
    const first = press(1, started);
    await setTimeout(gap);
    await Promise.all([first, press(count, started + gap)]);
  });
}

/** Presses once, without waiting for a button that is disabled for assistive technology only. */
export async function pressOnce(page: Page, button: Locator, options: PressOptions = {}): Promise<void> {
  await withInput(page, button, options, (press) => press(1, Date.now()));
}

async function withInput(
  page: Page,
  button: Locator,
  { share = 0.5, isTouch = false }: PressOptions,
  use: (press: (clickCount: number, at: number) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  // Waits until nothing covers it.
  await button.hover();
  const box = await button.boundingBox();
  if (!box) throw new Error('The button to press is not visible');
  const place = { x: box.x + box.width * share, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  const press = isTouch ? tap : click;
  await use((clickCount, at) => press(session, place, clickCount, at / 1000));
  await session.detach();
}

/** Clicks as the system reports it: with its time and count of clicks, and without waiting for the page. */
function click(session: CDPSession, place: Place, clickCount: number, timestamp: number): Promise<unknown> {
  const event = { ...place, timestamp, button: 'left', clickCount } as const;
  return Promise.all([
    session.send('Input.dispatchMouseEvent', { ...place, timestamp, type: 'mouseMoved' }),
    session.send('Input.dispatchMouseEvent', { ...event, type: 'mousePressed' }),
    session.send('Input.dispatchMouseEvent', { ...event, type: 'mouseReleased' }),
  ]);
}

function tap(session: CDPSession, place: Place, _clickCount: number, timestamp: number): Promise<unknown> {
  return Promise.all([
    session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place], timestamp }),
    session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.01 }),
  ]);
}
