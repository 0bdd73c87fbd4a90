import type { ExpenseJson } from '@outlay/contracts';
import { Load, measure, type MeasuredResponse } from '../../bench/load.js';
import { cpuSeconds } from '../../bench/process-usage.js';
import { benchClaim, invite, jsonCall, newUser } from '../../bench/requests.js';
import { countCalls, roundTrips, type Counted } from './round-trips.js';

const CONNECTIONS = 10;
const WARM_UP = { seconds: 0.5 };
const MEASURED = { seconds: 3 };
const COUNTED = 60;
export const CLAIMS = 100;

export interface Figures {
  readonly submits: number;
  readonly lists: number;
  readonly failures: number;
  /** The CPU time of a submit; it is more reliable than rates on a busy machine. */
  readonly cpuMs: number;
  readonly serversCpuMs: number;
}

export interface Processes {
  readonly origins: readonly string[];
  readonly pids: readonly number[];
  readonly serverPids: readonly number[];
}

export class Workload {
  private made = 0;

  private constructor(
    private readonly submitter: Load,
    private readonly reader: Load,
    private readonly admin: Load,
  ) {}

  static async at(origin: string, firstInvite: string): Promise<Workload> {
    const anonymous = new Load(origin);
    const admin = await newUser(anonymous, 'admin@bench.example', firstInvite);
    const addPartner = async (email: string) => newUser(anonymous, email, await invite(admin, email, 'partner'));
    const [submitter, reader] = [await addPartner('submitter@bench.example'), await addPartner('reader@bench.example')];
    const workload = new Workload(submitter, reader, admin);
    await measure(CLAIMS, CONNECTIONS, () => workload.submit(reader));
    const listed = await reader.json<ExpenseJson[]>('GET', '/api/expenses');
    if (listed.length !== CLAIMS) throw new Error(`${listed.length} of ${CLAIMS} claims are listed`);
    return workload;
  }

  async measure({ origins, pids, serverPids }: Processes): Promise<Figures> {
    const used = () => [cpuSeconds(pids), cpuSeconds(serverPids)] as const;
    const [before, serversBefore] = used();
    const submits = await measureWarm(this.submitter, origins, (load) => this.submit(load));
    const [after, serversAfter] = used();
    const lists = await measureWarm(this.reader, origins, (load) =>
      load.call({ method: 'GET', path: '/api/expenses' }),
    );
    return {
      submits: submits.perSecond,
      lists: lists.perSecond,
      failures: submits.failures + lists.failures,
      cpuMs: ((after - before) * 1000) / submits.withWarmUp,
      serversCpuMs: ((serversAfter - serversBefore) * 1000) / submits.withWarmUp,
    };
  }

  /** Runs one operation after another, each with the projector's work for it. */
  async countRoundTrips(operations: readonly string[]): Promise<Record<'submit' | 'approve' | 'page', Counted>> {
    const counted = async (call: (i: number) => Promise<unknown>) => {
      await settled();
      const before = await countCalls(operations);
      for (let i = 0; i < COUNTED; i += 1) await call(i);
      await settled();
      return roundTrips(before, await countCalls(operations), COUNTED);
    };
    const submit = await counted(() => this.submit(this.reader));
    const claims = await this.reader.json<ExpenseJson[]>('GET', '/api/expenses');
    const approve = await counted((i) =>
      this.admin.call({ method: 'PUT', path: `/api/admin/expenses/${claims[i]?.expense_id}/approve` }),
    );
    const page = await counted(() => this.reader.call({ method: 'GET', path: '/api/expenses?limit=50' }));
    return { submit, approve, page };
  }

  private submit(load: Load): Promise<MeasuredResponse> {
    const today = new Date().toISOString().slice(0, 10);
    return load.call(jsonCall('/api/expenses', benchClaim(today, (this.made += 1))));
  }
}

/** Waits until the parts have projected all events, which takes them less than this pause. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1500));

async function measureWarm(person: Load, origins: readonly string[], call: (load: Load) => Promise<MeasuredResponse>) {
  const loads = origins.map((origin) => person.at(origin));
  const next = (i: number) => call(loads[i % loads.length] ?? person);
  const { count } = await measure(WARM_UP, CONNECTIONS, next);
  const measured = await measure(MEASURED, CONNECTIONS, next);
  for (const load of loads) load.close();
  return { ...measured, withWarmUp: count + measured.count };
}
