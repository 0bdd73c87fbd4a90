import type { ExpenseJson } from '@outlay/contracts';
import { Load, measure, type Answer } from '../../bench/load.js';
import { claim, cpuSeconds, invite, jsonCall, newUser } from '../../bench/scenes.js';

const CONNECTIONS = 10;
const WARM_UP = { seconds: 0.5 };
const MEASURED = { seconds: 3 };
/** In the list that is read. */
export const CLAIMS = 100;

export interface Figures {
  readonly submits: number;
  readonly lists: number;
  readonly failures: number;
  /** Processor time a submit, in milliseconds, of the product's own processes. Says more than rates on a busy machine. */
  readonly cpuMs: number;
  /** The same of the servers beneath them. */
  readonly serversCpuMs: number;
}

/** The processes of a product, and where its gateways serve. */
export interface Running {
  readonly origins: readonly string[];
  readonly pids: readonly number[];
  readonly serverPids: readonly number[];
}

/** A running product with two people: one submits, one has the list that is read. */
export class Composition {
  private made = 0;

  private constructor(
    private readonly submitter: Load,
    private readonly reader: Load,
  ) {}

  static async at(origin: string, firstInvite: string): Promise<Composition> {
    const anonymous = new Load(origin);
    const admin = await newUser(anonymous, 'admin@bench.example', firstInvite);
    const hire = async (email: string) => newUser(anonymous, email, await invite(admin, email, 'partner'));
    const [submitter, reader] = [await hire('submitter@bench.example'), await hire('reader@bench.example')];
    const composition = new Composition(submitter, reader);
    await measure(CLAIMS, CONNECTIONS, () => composition.submit(reader));
    const listed = await reader.json<ExpenseJson[]>('GET', '/api/expenses');
    if (listed.length !== CLAIMS) throw new Error(`${listed.length} of ${CLAIMS} claims are listed`);
    return composition;
  }

  /** Submits and reads through the gateways in turn. */
  async measure({ origins, pids, serverPids }: Running): Promise<Figures> {
    const used = () => [cpuSeconds(pids), cpuSeconds(serverPids)] as const;
    const [before, serversBefore] = used();
    const submits = await warmed(this.submitter, origins, (load) => this.submit(load));
    const [after, serversAfter] = used();
    const lists = await warmed(this.reader, origins, (load) => load.call({ method: 'GET', path: '/api/expenses' }));
    return {
      submits: submits.perSecond,
      lists: lists.perSecond,
      failures: submits.failures + lists.failures,
      cpuMs: ((after - before) * 1000) / submits.withWarmUp,
      serversCpuMs: ((serversAfter - serversBefore) * 1000) / submits.withWarmUp,
    };
  }

  private submit(load: Load): Promise<Answer> {
    const today = new Date().toISOString().slice(0, 10);
    return load.call(jsonCall('/api/expenses', claim(today, (this.made += 1))));
  }
}

async function warmed(person: Load, origins: readonly string[], call: (load: Load) => Promise<Answer>) {
  const loads = origins.map((origin) => person.at(origin));
  const next = (i: number) => call(loads[i % loads.length] ?? person);
  const { count } = await measure(WARM_UP, CONNECTIONS, next);
  const measured = await measure(MEASURED, CONNECTIONS, next);
  for (const load of loads) load.close();
  return { ...measured, withWarmUp: count + measured.count };
}
