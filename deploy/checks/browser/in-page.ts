/// <reference lib="dom" />
// Playwright sends the source text of these functions, so they cannot use anything of this module.
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

/** axe must be loaded already. */
export async function runAxe(runOnly: Rules): Promise<string[]> {
  const { violations } = await window.axe.run(document, { runOnly, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

export async function waitForRender(): Promise<void> {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}

export async function waitForTheme(theme: 'light' | 'dark'): Promise<void> {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const isMoving = () =>
    document.documentElement.dataset.theme !== theme ||
    document.getAnimations().some((each) => each instanceof CSSTransition && each.playState === 'running');
  for (let still = 0; still < 3; still = isMoving() ? 0 : still + 1) await frame();
}

export function isAbsent(selector: string): boolean {
  return document.querySelector(selector) === null;
}

export function forgetUser(): void {
  localStorage.removeItem('user');
}

export interface LoadMetrics {
  /** The layout shift without recent user input. */
  shift: number;
  /** Total blocking time in milliseconds: the parts of tasks beyond 50 ms, after the first contentful paint. */
  blocked: number;
  /** Includes the browser's own start-up of a page. */
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

/** An init script, which runs before the page's own scripts. */
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

/** Quiet: no request or long task for a second. */
export async function waitUntilQuiet(): Promise<void> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const responseTimes = performance
      .getEntriesByType('resource')
      .map(({ startTime, duration }) => startTime + duration);
    const taskTimes = window.__observed?.tasks.map(({ end }) => end) ?? [];
    const last = Math.max(0, ...responseTimes, ...taskTimes);
    if (document.querySelector('h1') && performance.now() - last > 1000) return;
  }
  throw new Error('The page is still busy after a minute');
}

export function loadMetrics(): LoadMetrics {
  const { shift, tasks } = window.__observed ?? { shift: NaN, tasks: [] };
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const blockedAfter = (from: number) =>
    tasks.reduce((sum, { start, end }) => sum + Math.max(0, end - Math.max(start + 50, from)), 0);
  return { shift, blocked: blockedAfter(painted), blockedFromStart: blockedAfter(0) };
}

export function watchForField(): void {
  const interactive = new Promise<number>((resolve) => {
    const check = () => {
      if (!document.querySelector('input')) return requestAnimationFrame(check);
      return requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    requestAnimationFrame(check);
  });
  Object.assign(window, { __interactive: interactive });
}

/** Milliseconds since navigation. */
export async function timeToInteractive(): Promise<number> {
  return '__interactive' in window ? (window.__interactive as Promise<number>) : NaN;
}

/** Returns frames per second. */
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

/** Measures from each key to its rows: until the list shows the result, and keeps showing it. */
export function watchKeys(): void {
  const times: number[] = [];
  Object.assign(window, { __keys: times });
  const listen = ({ timeStamp }: KeyboardEvent) => {
    let shown = 0;
    let frames = 0;
    const look = () => {
      const isBusy = document.querySelector('[data-live-list][aria-busy=true]') !== null;
      if (isBusy) frames = 0;
      else if (frames++ === 0) shown = performance.now();
      if (frames < 4) requestAnimationFrame(() => setTimeout(look));
      else times.push(shown - timeStamp);
    };
    requestAnimationFrame(() => setTimeout(look));
  };
  window.addEventListener('keydown', listen, { capture: true });
}

/** The size as sent over the network, in kB. */
export function apiBytes(): number {
  const calls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'));
  return calls.reduce((sum, call) => sum + (call as PerformanceResourceTiming).encodedBodySize, 0) / 1000;
}

export function keyTimes(): number[] {
  return '__keys' in window ? (window.__keys as number[]) : [];
}

export function hasKeyTimes(count: number): boolean {
  return '__keys' in window && (window.__keys as number[]).length >= count;
}

export function watchDecision(): void {
  const title = () => document.querySelector('[role=dialog] h2')?.textContent;
  const before = title();
  Object.assign(window, { __decided: 0 });
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const check = () => {
        const now = title();
        if (now === undefined || now === before) return requestAnimationFrame(check);
        return setTimeout(() => Object.assign(window, { __decided: performance.now() - timeStamp }));
      };
      check();
    },
    { capture: true, once: true },
  );
}

export function decisionTime(): number {
  return '__decided' in window ? (window.__decided as number) : 0;
}

export function overflow(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}

/** Scrolls to the end of the panel, and tells whether the state of exchange rates is there. */
export function scrollToFoot(): Promise<boolean> {
  scrollTo(0, document.body.scrollHeight);
  return Promise.resolve(document.body.innerText.includes('Exchange rates: '));
}

/** Creates the file in the page, because transferring a large one is slow. */
export function chooseFile(input: HTMLElement | SVGElement, size: number): void {
  if (!(input instanceof HTMLInputElement)) throw new TypeError('Files are chosen in an input');
  const transfer = new DataTransfer();
  // The first bytes make it a PDF.
  const content = new Uint8Array(size);
  content.set(new TextEncoder().encode('%PDF-1.7\n'));
  transfer.items.add(new File([content], 'scan.pdf', { type: 'application/pdf' }));
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The receipt is saved later than the form's texts, which are saved synchronously. */
export async function isReceiptSaved(): Promise<boolean> {
  // To open it would create it, without the store that the page expects in it.
  const stored = await indexedDB.databases();
  if (!stored.some(({ name }) => name === 'keyval-store')) return false;
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
        resolve(reading.result.some((value: unknown) => value instanceof File));
      };
    };
  });
}
