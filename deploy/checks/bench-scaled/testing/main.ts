import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ScaledProduct } from '@outlay/harness/testing/scaled-product';
import { findServers, type Servers } from '@outlay/harness/testing/servers';
import { backing } from '@outlay/testing/backing/backing';
import { freePort, printedInvite, startProduct } from '@outlay/harness';
import { childPids } from '../../bench/process-usage.js';
import type { Counted } from './round-trips.js';
import { CLAIMS, Workload, type Figures } from './workload.js';

/** The whole run takes at most a minute and a half. */
const ADDING_MS = 40_000;

/** The standalone product ignores this process's environment. */
const EMBEDDED = {
  NATS_URL: undefined,
  EVENTSTORE_URL: undefined,
  MONGO_URL: undefined,
  REDIS_URL: undefined,
  S3_URL: undefined,
};

type Row = Figures & { readonly name: string };

async function main(): Promise<void> {
  const found = await findServers();
  if (found.missing !== null) throw new Error(`The scaled composition cannot run here: ${found.missing}`);
  const isReal = Boolean(process.env.EVENTSTORE_URL);
  process.env.EVENTSTORE_URL ??= await startEventStore();
  const folder = await mkdtemp(join(tmpdir(), 'outlay-bench-'));
  const product = await startProduct({ dataDir: folder, port: await freePort(), env: EMBEDDED });
  try {
    const workload = await Workload.at(product.origin, await printedInvite(product));
    const measureStandalone = async () => {
      const figures = await workload.measure({ origins: [product.origin], pids: [product.pid], serverPids: [] });
      return { name: 'standalone, one process', ...figures };
    };
    step('standalone');
    const before = await measureStandalone();
    step('starting the servers and the parts');
    const servers = await found.start();
    const scaled = await measureScaled(
      servers,
      childPids().filter((pid) => pid !== product.pid),
    );
    step('standalone again');
    await print([before, await measureStandalone()], scaled.rows, isReal);
    printRoundTrips(scaled.trips);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true });
  }
}

async function measureScaled(
  servers: Servers,
  serverPids: readonly number[],
): Promise<{ rows: Row[]; trips: Record<string, Counted> }> {
  const product = await ScaledProduct.start(servers);
  try {
    const workload = await Workload.at(product.origin, await printedInvite(product.one('auth')));
    const started = performance.now();
    step('counting round trips');
    const trips = await workload.countRoundTrips(product.parts.map(({ operations }) => operations));
    const rows: Row[] = [];
    for (const more of [null, 'expenses', 'expenses', 'gateway'] as const) {
      if (performance.now() - started > ADDING_MS) {
        step('skipping more instances: this machine is too busy');
        break;
      }
      if (more) await product.add(more);
      const gateways = product.of('gateway');
      const name = `scaled: ${product.of('expenses').length} × expenses, ${gateways.length} × gateway`;
      step(name);
      const [origins, pids] = [gateways.map(({ origin }) => origin), product.parts.map(({ pid }) => pid)];
      rows.push({ name, ...(await workload.measure({ origins, pids, serverPids })) });
    }
    return { rows, trips };
  } finally {
    await product.close();
    await servers.close();
  }
}

async function startEventStore(): Promise<string> {
  const thread = new Worker(new URL('./event-store-thread.ts', import.meta.url));
  thread.unref();
  const [url] = (await once(thread, 'message')) as [string];
  return url;
}

async function print(alone: readonly Row[], scaled: readonly Row[], isReal: boolean): Promise<void> {
  const mean = (figure: 'submits' | 'lists') => alone.reduce((sum, row) => sum + row[figure], 0) / alone.length;
  const times = (row: Row, figure: 'submits' | 'lists') => `${(row[figure] / mean(figure)).toFixed(2)} ×`;
  console.log(`\nServers: ${(await serversOf(isReal)).join('; ')}.`);
  console.log(`${cpus().length} cores for everything: parts, servers and the load. 10 connections.\n`);
  console.log(
    `| composition | submits/s | | reads/s of a list of ${CLAIMS} | | failed | CPU ms a submit | of servers |\n|---|---|---|---|---|---|---|---|`,
  );
  for (const row of [...alone, ...scaled]) {
    const submits = [Math.round(row.submits), times(row, 'submits')];
    const lists = [Math.round(row.lists), times(row, 'lists')];
    console.log(
      `| ${[row.name, ...submits, ...lists, row.failures, row.cpuMs.toFixed(1), row.serversCpuMs.toFixed(1)].join(' | ')} |`,
    );
  }
  console.log(
    '\n×: of the mean of both standalone rows. CPU: the product’s own processes; in the next column NATS, Redis, S3 and MongoDB.',
  );
}

/** The bounds with one instance of each part. */
const MOST: Readonly<Record<string, Counted['trips']>> = {
  submit: { messages: 3, events: 2, documents: 4 },
  approve: { messages: 3, events: 2, documents: 4 },
  page: { messages: 2, events: 0, documents: 2 },
};

function printRoundTrips(counted: Readonly<Record<string, Counted>>): void {
  console.log(
    '\n| calls an operation | messages | bar | event store | bar | documents | bar |\n|---|---|---|---|---|---|---|',
  );
  for (const [operation, { trips }] of Object.entries(counted)) {
    const figures = (['messages', 'events', 'documents'] as const).flatMap((kind) => [
      trips[kind].toFixed(1),
      `≤ ${MOST[operation]?.[kind]}`,
    ]);
    console.log(`| ${[operation, ...figures].join(' | ')} |`);
  }
  for (const [operation, { named }] of Object.entries(counted))
    console.log(`\n${operation}:\n${named.map(([name, count]) => `  ${count.toFixed(2)} × ${name}`).join('\n')}`);
}

const SUBSTITUTES: Readonly<Record<string, string>> = {
  'mongo-java-server': 'a substitute for MongoDB, in memory',
  ferretdb: 'a substitute for MongoDB, over SQLite',
};

async function serversOf(isReal: boolean): Promise<string[]> {
  const names = ['nats', 'redis', 's3', 'mongo'] as const;
  const products = await Promise.all(
    names.map(async (name) => {
      const server = await backing(name, { own: true });
      const product = server.missing === null ? server.product : 'none';
      const substitute = SUBSTITUTES[product];
      return `${product} (${substitute ?? 'real'})`;
    }),
  );
  return [
    ...products,
    isReal
      ? 'the EventStoreDB of EVENTSTORE_URL (real)'
      : 'an in-memory double of EventStoreDB, without durable writes',
  ];
}

const step = (name: string) =>
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(3)} s  ${name} …\n`);

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
