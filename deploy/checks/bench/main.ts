import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ExpenseJson } from '@outlay/contracts';
import { openReadOnlyStores, readConfig, runMain } from '@outlay/composition';
import { NOTHING_REPLAYED, replay } from '@outlay/expenses';
import { auditFindings } from '@outlay/tools/audit/audit';
import { benchCapture } from './capture/capture.js';
import { Load, measure, measureBeside } from './load.js';
import { feedRate } from './feed-rate.js';
import { measureLimits } from './limits.js';
import { measureLogCost } from './log-cost.js';
import { pssMb } from './process-usage.js';
import {
  ADMIN,
  benchClaim,
  invite,
  jsonCall,
  multipartCall,
  newUser,
  PASSWORD,
  payUntilReport,
  verifyOnline,
} from './requests.js';
import { printPeers } from './peers.js';
import { benchScale } from './scale.js';
import { number, Table } from './table.js';
import { freePort, printedInvite, startProduct } from '@outlay/harness';

/** The most that one payment takes. */
const PAID_TOGETHER = 1000;

const table = new Table();
const { atMost, atLeast } = table;

/**
 * `--scale 100000` measures an installation of that many expenses instead; `--keep` leaves it, to be looked at.
 * `--capture` measures how receipts are read; `--seed 2` makes other receipts.
 * `--peers` prints the figures of other systems, and how to compare with them.
 */
async function main(): Promise<void> {
  const { scale, keep, capture, seed, peers } = parseArgs({
    options: {
      scale: { type: 'string' },
      keep: { type: 'boolean', default: false },
      capture: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      peers: { type: 'boolean', default: false },
    },
  }).values;
  if (peers) return printPeers();
  if (capture) {
    await benchCapture(seed, table, step);
    console.log();
    return table.print();
  }
  if (scale === undefined) return bench();
  const folder = await mkdtemp(join(tmpdir(), 'outlay-bench-'));
  try {
    await benchScale(Number(scale), folder, table, step);
  } finally {
    if (keep) console.log(`The data folder is ${folder}; ${PASSWORD} is the password of ${ADMIN}.`);
    else await rm(folder, { recursive: true, force: true });
  }
  console.log(`\nLoad of this machine: ${loadavg().map(number).join(', ')}\n`);
  table.print();
}

async function bench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'outlay-bench-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const limits = await measureLimits(folder);
  let product = await startProduct({ dataDir, port });
  try {
    const anonymous = new Load(product.origin);
    const admin = await newUser(anonymous, ADMIN, await printedInvite(product));
    await product.stop();
    product = await startProduct({ dataDir, port });
    atMost('start, warm', product.startedInMs, 1000);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    atMost('memory, idle (PSS)', pssMb(product.pid), 150, 'MB');

    const [small, large] = await Promise.all(
      ['small', 'large'].map(async (name) =>
        newUser(anonymous, `${name}@bench.example`, await invite(admin, `${name}@bench.example`, 'partner')),
      ),
    );
    if (!small || !large) throw new Error('No users');
    const date = new Date().toISOString().slice(0, 10);
    const submit = (load: Load, offset: number) => (i: number) =>
      load.call(jsonCall('/api/expenses', benchClaim(date, offset + i)));

    step('submitting');
    await measure(300, 1, submit(large, 0));
    const one = await measure(500, 1, submit(large, 1000));
    atMost('submit, one after another, p50', one.p50, 2, 'ms', failureNote(one.failures));
    const ten = await measure(9200, 10, submit(large, 2000));
    atLeast(
      'submit, 10 connections, of the append limit',
      (ten.perSecond / limits.appendsPerSecond) * 100,
      60,
      '%',
      `${number(ten.perSecond)}/s, ${failureNote(ten.failures)}`,
    );
    const receipts = await measure(300, 10, (i) =>
      large.call(multipartCall('/api/expenses', { ...benchClaim(date, 20_000 + i), no_receipt: 'false' }, 500_000, i)),
    );
    atLeast(
      'submit with a 500 kB receipt, 10 connections',
      receipts.perSecond,
      300,
      '/s',
      failureNote(receipts.failures),
    );

    step('listing');
    await measure(200, 10, submit(small, 50_000));
    const list = { method: 'GET', path: '/api/expenses' };
    await measure(100, 1, () => small.call(list));
    atMost('list own 200, p50', (await measure(300, 1, () => small.call(list))).p50, 2);
    atLeast('list own 200, 10 connections', (await measure(2000, 10, () => small.call(list))).perSecond, 1000);
    const all = { method: 'GET', path: '/api/admin/expenses-with-users' };
    const response = await admin.call(all);
    const total = (JSON.parse(response.body.toString()) as unknown[]).length;
    atMost(
      `admin list of ${total}, p50`,
      (await measure(9, 1, () => admin.call(all))).p50,
      100,
      'ms',
      `${(response.body.length / 1e6).toFixed(1)} MB`,
    );

    step('reading the feed');
    const feed = await feedRate(admin);
    atLeast('feed of all events', feed.perSecond, 20_000, 'events/s', `${number(feed.events)} events`);

    step('approving and paying');
    const mine = await small.json<ExpenseJson[]>('GET', '/api/expenses');
    const approved = await measure(mine.length, 1, (i) => admin.call(approval(mine[i])));
    atMost('approve, p50', approved.p50, 1.5, 'ms', failureNote(approved.failures));
    atMost(`bulk pay ${mine.length} until the xlsx is ready`, await payUntilReport(admin, mine), 300);

    step('other requests beside long work');
    // The latest, which have receipts.
    const theirs = (await large.json<ExpenseJson[]>('GET', '/api/expenses')).slice(0, PAID_TOGETHER);
    await measure(theirs.length, 10, (i) => admin.call(approval(theirs[i])));
    const paying = payUntilReport(admin, theirs);
    const besidePayment = await measureBeside(anonymous, paying);
    const paidNote = `${number(await paying)} ms until the xlsx and the zip are ready`;
    atMost(`any other request beside a payment of ${theirs.length}, p99`, besidePayment.p99, 20, 'ms', paidNote);
    const besideVerification = await measureBeside(anonymous, verifyOnline(admin));
    atMost('any other request beside a verification, p99', besideVerification.p99, 20);

    step('appending with and without the log');
    const log = await measureLogCost(folder);
    atLeast(
      'appends with the log on, of those without',
      log.ratio,
      0.95,
      '×',
      `${number(log.onPerSecond)}/s with it; ${log.note}`,
    );

    step('replaying');
    await product.stop();
    atLeast('replay', await replayRate(dataDir), 60_000, 'events/s');
    step('verifying');
    await verify(dataDir);
    print(limits);
  } finally {
    product.signal('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads and compares only; `--scale` also measures the writes. */
async function replayRate(dataDir: string): Promise<number> {
  const stores = openReadOnlyStores(dataDir, readConfig(process.env, '.').backing);
  const eventStore = await stores.events();
  const started = performance.now();
  const { events } = await replay(eventStore, NOTHING_REPLAYED, async () => undefined);
  const seconds = (performance.now() - started) / 1000;
  await stores.close();
  return events / seconds;
}

async function verify(dataDir: string): Promise<void> {
  const findings = await auditFindings({ dataDir, backing: readConfig(process.env, '.').backing });
  if (findings.length > 0) throw new Error(`A verification has ${findings.length} findings: ${findings[0]?.message}`);
}

function print(limits: Awaited<ReturnType<typeof measureLimits>>): void {
  console.log(
    `\nLimits of this machine in this run: ${number(limits.appendsPerSecond)} durable appends/s, ${number(limits.bareHttpPerSecond)} bare HTTP requests/s (one Node client)\n`,
  );
  table.print();
}

const approval = (expense: ExpenseJson | undefined) => ({
  method: 'PUT',
  path: `/api/admin/expenses/${expense?.expense_id}/approve`,
});
const failureNote = (count: number) => `${count} failed`;
const step = (name: string) => process.stderr.write(`${name} …\n`);

runMain(main);
