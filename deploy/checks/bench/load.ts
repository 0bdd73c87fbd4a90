import { Agent, request } from 'node:http';

export interface MeasuredResponse {
  readonly status: number;
  readonly body: Buffer;
  readonly ms: number;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** A client as small as possible, because the server must dominate the measurement. */
export class Load {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly url: URL;

  constructor(
    origin: string,
    private readonly token: string | null = null,
  ) {
    this.url = new URL(origin);
  }

  as(token: string): Load {
    return new Load(this.url.origin, token);
  }

  at(origin: string): Load {
    return new Load(origin, this.token);
  }

  call({ method, path, headers, body }: Call): Promise<MeasuredResponse> {
    const started = performance.now();
    const auth: Record<string, string> = this.token === null ? {} : { authorization: `Bearer ${this.token}` };
    const length: Record<string, string> =
      body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const options = {
        host: this.url.hostname,
        port: this.url.port,
        agent: this.agent,
        method,
        path,
        headers: { ...auth, ...length, ...headers },
      };
      const outgoing = request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), ms: performance.now() - started }),
        );
        response.on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await this.call({ method, path, ...sent });
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${response.body.toString()}`);
    return JSON.parse(response.body.toString()) as T;
  }

  close(): void {
    this.agent.destroy();
  }
}

export interface Measured {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly perSecond: number;
  readonly failures: number;
  readonly count: number;
}

/** A closed loop. Status 400 and above is a failure. @param limit a number of calls, a time, or whether it is over */
export async function measure(
  limit: number | { readonly seconds: number } | (() => boolean),
  connections: number,
  call: (index: number) => Promise<MeasuredResponse>,
): Promise<Measured> {
  const times: number[] = [];
  let next = 0;
  let failures = 0;
  const started = performance.now();
  const isOver = () => {
    if (typeof limit === 'function') return limit();
    return typeof limit === 'number' ? next >= limit : performance.now() - started >= limit.seconds * 1000;
  };
  const worker = async () => {
    while (!isOver()) {
      const { status, ms } = await call(next++);
      times.push(ms);
      if (status >= 400) failures += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    perSecond: times.length / seconds,
    failures,
    count: times.length,
  };
}

/** How long the shortest request takes while some work is done. */
export async function measureBeside(load: Load, work: Promise<unknown>): Promise<Measured> {
  let isOver = false;
  const worked = work.finally(() => (isOver = true));
  const ping = () => load.call({ method: 'GET', path: '/api/health/live' });
  const [measured] = await Promise.all([measure(() => isOver, 1, ping), worked]);
  return measured;
}
