import * as contracts from '@outlay/contracts';
import {
  isErrorBody,
  isOperation,
  routePath,
  type ExpenseJson,
  type PermissionKey,
  type Route,
  type RouteReply,
} from '@outlay/contracts';
import { freePort, printedInvite, startProduct, type StartedProcess } from '@outlay/harness';
import { slowDown } from '@outlay/harness/testing/slow-down';
import { inParallel } from '@outlay/concurrency';
import { tempFolder } from '@outlay/testing';
import { systemClock } from '@outlay/time';
import { setTimeout } from 'node:timers/promises';
import type { ApiResponse, RequestOptions } from '../rest/testing/api.js';
import { createCompany, type Company } from '../rest/testing/company.js';
import { sampleCalls } from '../rest/testing/sample-calls.js';
import { whenReady } from '../rest/testing/when-ready.js';
import { describeScaled, findServers, metricOf, ScaledProduct, type Part } from './testing/index.js';

const SLOWER = 8;
/** Half of the claims are in one payment. With `CLAIMS=2000` it is as large as one may be. */
const CLAIMS = Number(process.env.CLAIMS ?? 500);
/** Each claim takes a multiple of the time where every message goes over a bus. */
const SCALED_CLAIMS = Number(process.env.CLAIMS ?? 150);
const CALLERS = 8;
const LONG_MS = 20 * 60_000;

interface Running {
  readonly origin: string;
  readonly parts: readonly (StartedProcess & Pick<Part, 'operations'>)[];
  invite(): Promise<string>;
  close(): Promise<void>;
}

/** Errors by which an answer says that the same may be asked again. */
const TEMPORARY = ['OUTCOME_UNKNOWN', 'SERVICE_UNAVAILABLE'];

/**
 * The test has no bounds on times: however long it takes, everything answers as documented. What only reads is asked
 * again after a temporary error, as the client does, since a busy machine makes a slow one stand still for seconds.
 */
function onASlowMachine(claimCount: number, start: () => Promise<Running>): void {
  const most = claimCount / 2;
  let running: Running;
  let company: Company;
  let claims: readonly ExpenseJson[];
  let goOn = () => undefined as void;

  beforeAll(async () => {
    running = await start();
    const { origin, invite, close } = running;
    const clock = { ...systemClock, forward: never, during: never };
    company = await createCompany({ origin, firstInvite: invite, clock, isShared: false, close });
    claims = await inParallel([...Array(claimCount).keys()], CALLERS, async () =>
      company.approve(await company.claim({ no_receipt: 'true' }, { as: company.paul, receipt: null })),
    );
    goOn = slowDown(running.parts, SLOWER);
  }, LONG_MS);
  afterAll(async () => {
    goOn();
    await (company?.close() ?? running?.close());
  }, LONG_MS);

  const read = async (path: string, options: Omit<RequestOptions, 'as'> = {}): Promise<ApiResponse> => {
    for (;;) {
      const response = await company.api.send('GET', path, { as: company.root, ...options });
      if (!isErrorBody(response.body) || !TEMPORARY.includes(response.body.code)) return response;
      console.log(`asked again: ${path} ${response.status} ${response.body.code}`);
    }
  };
  const ask = (path: string, query: Record<string, string> = {}) =>
    whenReady(async () => {
      const { status, bytes } = await read(path, { query });
      if (status !== 200) throw new Error(`${path} ${JSON.stringify(query)} returned ${status}: ${bytes.toString()}`);
      return bytes;
    });
  const readAs = async <R extends Route>({ path, reply }: R): Promise<RouteReply<R>> =>
    reply.parse(JSON.parse(String(await ask(path)))) as RouteReply<R>;
  const rows = async (...asked: Parameters<typeof ask>) =>
    (JSON.parse(String(await ask(...asked))) as unknown[]).length;

  it(
    'the largest payment is made, and has its report',
    async () => {
      const paid = await company.pay(...claims.slice(0, most));
      expect(paid.skipped).toEqual({ already_paid: [], changed: [] });
      const report = await whenDone(async () => {
        const reports = await readAs(contracts.listAllReportsRoute);
        return reports.find(({ payment_id, status }) => payment_id === paid.payment_id && status === 'ready');
      });
      expect(report.expense_ids).toHaveLength(most);
      await whenDone(() => ask('/api/audit/proof-pack', { payment: paid.payment_id }).catch(nullIfNotLogged));
      const { totals } = await readAs(contracts.summarizeAllExpensesRoute);
      const counts = Object.fromEntries(totals.map(({ status, count }) => [status, count]));
      expect(counts).toEqual({ paid: most, approved: claimCount - most });
    },
    LONG_MS,
  );

  it(
    'lists are whole, of now and of the past',
    async () => {
      const query = { as_of: new Date().toISOString() };
      for (const asked of [{}, query]) {
        expect(await rows('/api/admin/expenses-with-users', asked)).toBe(claims.length);
        expect(await rows('/api/admin/expenses-with-users', { ...asked, q: 'auditors' })).toBe(claims.length);
        expect(await rows('/api/admin/users', asked)).toBe(3);
        expect(await rows('/api/admin/invites', asked)).toBe(3);
        expect(await rows('/api/admin/reports', asked)).toBe(1);
        await ask('/api/admin/expenses/summary', asked);
      }
    },
    LONG_MS,
  );

  it(
    'a pack of a day, and a verification, come to their end',
    async () => {
      const day = company.today();
      expect((await ask('/api/audit/proof-pack', { from: day, to: day })).length).toBeGreaterThan(claimCount * 100);
      const { api, root } = company;
      const { id } = await api.call(contracts.startVerificationRoute, { as: root });
      const ended = await whenDone(async () => {
        const all = await readAs(contracts.listVerificationsRoute);
        return all.find((run) => run.id === id && run.status !== 'running');
      });
      expect(ended.status).toBe('passed');
    },
    LONG_MS,
  );

  it(
    'every call that reads answers as documented',
    async () => {
      const report = await company.report();
      const context = { company, owner: company.mia, report };
      const reading = (Object.keys(sampleCalls) as PermissionKey[]).filter((key) => key.startsWith('GET '));
      for (const key of reading) {
        const { params, ...asked } = await sampleCalls[key](context);
        const path = routePath({ path: key.slice('GET '.length) as `/${string}` }, params);
        const { status } = await read(path, asked);
        expect([key, status]).toEqual([key, 200]);
      }
    },
    LONG_MS,
  );

  it(
    'every operation that grows was among what was asked',
    async () => {
      const growing = Object.values<unknown>(contracts)
        .filter(isOperation)
        .filter(({ work }) => work === 'grows');
      const answers = growing.map(async ({ subject }) => {
        const series = `outlay_message_duration_seconds_count{subject="${subject}",outcome="ok"}`;
        return [subject, await metricOf(running.parts, series)] as const;
      });
      const unasked = (await Promise.all(answers)).filter(([, count]) => count === 0);
      expect(unasked).toEqual([]);
    },
    LONG_MS,
  );
}

/** The questions are rare, since each takes time from the work that they wait for. */
async function whenDone<T>(read: () => Promise<T | null | undefined>): Promise<T> {
  for (;;) {
    const done = await read();
    if (done) return done;
    await setTimeout(1000);
  }
}

/** The report may not be in the log yet. */
function nullIfNotLogged(error: unknown): null {
  if (String(error).includes('REPORT_NOT_READY')) return null;
  throw error;
}

function never(): never {
  throw new Error('The clock of another process cannot be moved.');
}

describe('the product as one process, an eighth as fast', () => {
  onASlowMachine(CLAIMS, async () => {
    const folder = await tempFolder('outlay-slow');
    const operationsPort = await freePort();
    const env = { OPERATIONS_PORT: String(operationsPort) };
    const product = await startProduct({ dataDir: folder.path, port: await freePort(), env });
    return {
      origin: product.origin,
      parts: [{ ...product, operations: `http://127.0.0.1:${operationsPort}` }],
      invite: () => printedInvite(product),
      close: async () => {
        await product.stop();
        await folder.remove();
      },
    };
  });
});

describeScaled(await findServers(), 'the product as one process per part, an eighth as fast', (start) => {
  onASlowMachine(SCALED_CLAIMS, async () => {
    const servers = await start();
    const product = await ScaledProduct.start(servers).catch(async (error: unknown) => {
      await servers.close();
      throw error;
    });
    return {
      origin: product.origin,
      parts: product.parts,
      invite: () => printedInvite(product.one('auth')),
      close: async () => {
        await product.close();
        await servers.close();
      },
    };
  });
});
