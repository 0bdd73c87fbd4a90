import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SummaryJson } from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { openEventStore } from '@outlay/event-store';
import { fillReadModel } from '@outlay/expenses';
import { freePort, printedInvite, startProduct } from '@outlay/harness';
import { appendClaims, profileOf, RARE } from './large-company.js';
import { Load, measure, measureBeside, type Measured } from './load.js';
import { ADMIN, benchClaim, CLAIMANT, invite, jsonCall, newUser } from './requests.js';
import type { Table } from './table.js';

const SEARCHES = {
  'a frequent text': 'dinner',
  'a rare text': RARE.toLowerCase(),
  'a text of old expenses': 'dinner 1',
  'a text of nobody': 'zebra',
  'two characters': 'zq',
  'one character': '7',
};

/** An installation of many expenses, half of them one person's. @param dataDir is empty */
export async function benchScale(
  count: number,
  dataDir: string,
  { atMost, atLeast }: Table,
  step: (name: string) => void,
): Promise<void> {
  const port = await freePort();
  let product = await startProduct({ dataDir, port });
  try {
    const anonymous = new Load(product.origin);
    const admin = await newUser(anonymous, ADMIN, await printedInvite(product));
    const own = await newUser(anonymous, CLAIMANT, await invite(admin, CLAIMANT, 'partner'));
    const owner = await profileOf(own);
    await product.stop();

    step(`appending ${count} expenses`);
    const appended = await appendClaims(dataDir, owner, count);
    step('rebuilding');
    const rebuilt = await rebuild(dataDir);
    const memory = `peak memory ${rebuilt.peakMb} MB, ${rebuilt.addedMb} MB more than before`;
    atLeast(`rebuild of ${count} expenses`, rebuilt.perSecond, 60_000, 'events/s', memory);
    const { size } = await stat(join(dataDir, 'documents', 'expenses.db'));
    atMost('read model', size / count / 1000, 2, 'kB an expense');

    product = await startProduct({ dataDir, port });
    atMost(`start with ${count} expenses`, product.startedInMs, 2000);
    step('growing the log');
    await untilLogged(admin, appended);
    const bar = count > 100_000 ? 300 : 50;
    for (const [who, load, path] of [
      ['own', own, '/api/expenses'],
      ['admin', admin, '/api/admin/expenses-with-users'],
    ] as const) {
      step(`${who} list`);
      const page = await measure(100, 1, () => load.call({ method: 'GET', path: `${path}?limit=50` }));
      atMost(`${who}: first page, p95`, page.p95, 10, 'ms', noteOf(page));
      const summary = path === '/api/expenses' ? `${path}/summary` : '/api/admin/expenses/summary';
      const sums = await measure(100, 1, () => load.call({ method: 'GET', path: summary }));
      atMost(`${who}: summary, p95`, sums.p95, 10, 'ms', noteOf(sums));
      for (const [name, searched] of Object.entries(SEARCHES)) {
        const text = encodeURIComponent(searched);
        const found = await measure(40, 1, () => load.call({ method: 'GET', path: `${path}?limit=50&q=${text}` }));
        atMost(`${who}: search for ${name}, p95`, found.p95, bar, 'ms', noteOf(found));
        const exactMs = await untilExact(load, `${summary}?q=${text}`);
        atMost(`${who}: exact sums of a search for ${name}`, exactMs, 2000);
      }
    }

    step('analytics');
    const months = monthsUntil(new Date(), 60);
    const analytics = await measure(20, 1, () => admin.call({ method: 'GET', path: `/api/admin/analytics?${months}` }));
    atMost('analytics of five years, p95', analytics.p95, 300, 'ms', noteOf(analytics));

    step('other requests beside searches');
    const texts = Object.values(SEARCHES).map(encodeURIComponent);
    const searching = measure({ seconds: 8 }, 2, (i) =>
      admin.call({
        method: 'GET',
        path: `/api/admin/expenses-with-users?limit=50&q=${texts[i % texts.length]}`,
      }),
    );
    const beside = await measureBeside(anonymous, searching);
    atMost('any other request beside searches, p99', beside.p99, 20, 'ms', noteOf(beside));

    step('submitting');
    const date = new Date().toISOString().slice(0, 10);
    const submitted = await measure(300, 1, (i) => own.call(jsonCall('/api/expenses', benchClaim(date, i))));
    atMost(`submit beside ${count} expenses, p50`, submitted.p50, 2, 'ms', `${submitted.failures} failed`);
  } finally {
    product.signal('SIGKILL');
  }
}

/** @returns the milliseconds after which the sums are of all results */
async function untilExact(load: Load, path: string): Promise<number> {
  const started = performance.now();
  while (!(await load.json<SummaryJson>('GET', path)).complete) await setTimeout(50);
  return performance.now() - started;
}

function monthsUntil(now: Date, count: number): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 1));
  const [from, to] = [first, now].map((day) => day.toISOString().replace(/-\d\dT.*/, ''));
  return `from=${from}&to=${to}`;
}

/** Waits until all events are in the log: adding them slows down other work. */
async function untilLogged(load: Load, events: number): Promise<void> {
  for (;;) {
    const { body } = await load.call({ method: 'GET', path: '/api/audit/checkpoint' });
    if (Number(body.toString().split('\n')[1]) >= events) return;
    await setTimeout(1000);
  }
}

const noteOf = ({ p50, failures }: Measured) => `p50 ${p50.toFixed(1)} ms, ${failures} failed`;

async function rebuild(dataDir: string): Promise<{ perSecond: number; peakMb: number; addedMb: number }> {
  const eventStore = await openEventStore({ file: join(dataDir, 'events.db') });
  const documents = await openDocuments({ file: join(dataDir, 'documents', 'expenses.db'), durability: 'normal' });
  const before = process.memoryUsage().rss;
  let peak = 0;
  const started = performance.now();
  const { events } = await fillReadModel(documents, eventStore, {
    onProgress: () => {
      peak = Math.max(peak, process.memoryUsage().rss);
    },
  });
  const seconds = (performance.now() - started) / 1000;
  await documents.close();
  await eventStore.close();
  const toMb = (bytes: number) => Math.round(bytes / 1e6);
  return { perSecond: events / seconds, peakMb: toMb(peak), addedMb: toMb(peak - before) };
}
