/// <reference lib="dom" />
// Everything here runs inside the page: a function is sent there as its text, so that it may use nothing of this module.
import type { AxeResults, RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: { run(context: Document, options: RunOptions): Promise<AxeResults> };
  }
}

export interface Rules {
  type: 'tag' | 'rule';
  values: string[];
}

/** What axe, which has to be there already, holds against the page as it is: the rules, and the elements that break them. */
export async function runAxe(runOnly: Rules): Promise<string[]> {
  const { violations } = await window.axe.run(document, { runOnly, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Fonts and images are there, and two frames have been drawn since. */
export async function atRest(): Promise<void> {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}

/** The page has that theme, and no colour is on its way any more: each level of the tree may take a frame. */
export async function paintedIn(theme: 'light' | 'dark'): Promise<void> {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const isMoving = () =>
    document.documentElement.dataset.theme !== theme ||
    document.getAnimations().some((each) => each instanceof CSSTransition && each.playState === 'running');
  for (let still = 0; still < 3; still = isMoving() ? 0 : still + 1) await frame();
}

/** Whether nothing that the selector names is (still) there. */
export function isGone(selector: string): boolean {
  return document.querySelector(selector) === null;
}

/** As on a device that has been signed in, but has not seen its user's profile yet. */
export function forgetUser(): void {
  localStorage.removeItem('user');
}

/** What the page's own observers have seen since it began to load. */
export interface Seen {
  /** The sum of the layout shifts that no input of the user's explains. */
  shift: number;
  /** Total blocking time: milliseconds by which tasks went over 50 ms, once there was something to see. */
  blocked: number;
  /** The same from the navigation on: what the browser needs to make a page at all is in it. */
  blockedFromStart: number;
}

interface Observed {
  shift: number;
  tasks: { start: number; end: number }[];
}

declare global {
  interface Window {
    __observed?: Observed;
  }
}

/** Begins to observe, before anything of the page runs. */
export function observe(): void {
  const observed: Observed = { shift: 0, tasks: [] };
  window.__observed = observed;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry && typeof entry.value === 'number' && !('hadRecentInput' in entry && entry.hadRecentInput))
        observed.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      observed.tasks.push({ start: startTime, end: startTime + duration });
    }
  }).observe({ type: 'longtask', buffered: true });
}

/** The screen is there, and for a second nothing has come nor taken the thread for long. */
export async function untilQuiet(): Promise<void> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const came = performance.getEntriesByType('resource').map(({ startTime, duration }) => startTime + duration);
    const worked = window.__observed?.tasks.map(({ end }) => end) ?? [];
    const last = Math.max(0, ...came, ...worked);
    if (document.querySelector('h1') && performance.now() - last > 1000) return;
  }
  throw new Error('The page never came to rest');
}

export function seenSoFar(): Seen {
  const { shift, tasks } = window.__observed ?? { shift: NaN, tasks: [] };
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const blockedAfter = (from: number) =>
    tasks.reduce((sum, { start, end }) => sum + Math.max(0, end - Math.max(start + 50, from)), 0);
  return { shift, blocked: blockedAfter(painted), blockedFromStart: blockedAfter(0) };
}

/** Begins to wait for the first field that can be typed in: painted, and the thread free again. */
export function watchForField(): void {
  const interactive = new Promise<number>((resolve) => {
    const look = () => {
      if (!document.querySelector('input')) return requestAnimationFrame(look);
      return requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    requestAnimationFrame(look);
  });
  Object.assign(window, { __interactive: interactive });
}

/** Milliseconds from the navigation to the first field, once it is there. */
export async function interactiveAt(): Promise<number> {
  return '__interactive' in window ? (window.__interactive as Promise<number>) : NaN;
}

/** Scrolls the window on with every frame, there and back, for so long. Answers frames a second. */
export async function scrollRate(milliseconds: number): Promise<number> {
  const started = performance.now();
  let frames = 0;
  let step = 90;
  for (;;) {
    const now = await new Promise<number>((drawn) => requestAnimationFrame(drawn));
    if (now - started >= milliseconds) return (frames / (now - started)) * 1000;
    const before = window.scrollY;
    window.scrollBy(0, step);
    if (window.scrollY === before) step = -step;
    frames += 1;
  }
}

/** Notes for every key pressed how long it takes until the next frame is painted. */
export function timeKeys(): void {
  const times: number[] = [];
  Object.assign(window, { __keys: times });
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
    { capture: true },
  );
}

export function keyTimes(): number[] {
  return '__keys' in window ? (window.__keys as number[]) : [];
}

export function haveTimed(count: number): boolean {
  return '__keys' in window && (window.__keys as number[]).length >= count;
}

/** Notes how long it takes from a pressed `a` until the open dialog has another heading. */
export function timeDecision(): void {
  const title = () => document.querySelector('[role=dialog] h2')?.textContent;
  const before = title();
  Object.assign(window, { __decided: 0 });
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const look = () => {
        const now = title();
        if (now === undefined || now === before) return requestAnimationFrame(look);
        return setTimeout(() => Object.assign(window, { __decided: performance.now() - timeStamp }));
      };
      look();
    },
    { capture: true, once: true },
  );
}

export function decidedIn(): number {
  return '__decided' in window ? (window.__decided as number) : 0;
}

/** By how many pixels the page is wider than the screen. */
export function overflow(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}

/** The focused element as a screen reader would name it, roughly. */
export function focusedName(): string {
  const element = document.activeElement;
  if (!element || element === document.body) return '';
  const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : null;
  return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim();
}

/** Chooses a file of so many bytes, made in the page: a large one takes long to be sent there. */
export function chooseFile(input: HTMLElement | SVGElement, size: number): void {
  if (!(input instanceof HTMLInputElement)) throw new TypeError('Files are chosen in an input');
  const transfer = new DataTransfer();
  transfer.items.add(new File([new Uint8Array(size)], 'scan.pdf', { type: 'application/pdf' }));
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Whether the receipt of an unfinished form is kept on this device; its texts are at once (web/src/…/saved-forms.ts). */
export function isReceiptKept(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('keyval-store');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      if (!database.objectStoreNames.contains('keyval')) return resolve(false);
      const reading = database.transaction('keyval').objectStore('keyval').getAll();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        database.close();
        resolve(reading.result.some((kept: unknown) => kept instanceof File));
      };
    };
  });
}
