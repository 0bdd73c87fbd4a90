import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface ProductProcess {
  readonly origin: string;
  readonly pid: number;
  /** Everything it has printed so far. */
  readonly output: () => string;
  /** From spawn to the first ready answer, in milliseconds. */
  readonly startedInMs: number;
  readonly exited: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** Starts the built product as its users do, in a process of its own, and waits until it is ready. */
export async function startProduct(options: {
  dataDir: string;
  port: number;
  env?: NodeJS.ProcessEnv;
  args?: string[];
}): Promise<ProductProcess> {
  const main = join(import.meta.dirname, '..', 'dist', 'main.js');
  const started = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...(options.args ?? [])], {
    env: { ...process.env, ...options.env, PORT: String(options.port), DATA_DIR: options.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const origin = `http://127.0.0.1:${options.port}`;
  await untilReady(child, origin, () => output);
  const startedInMs = performance.now() - started;
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return {
    origin,
    pid: child.pid ?? 0,
    output: () => output,
    startedInMs,
    exited,
    signal: (signal) => child.kill(signal),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function untilReady(child: ChildProcess, origin: string, output: () => string): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The product ended before it was ready:\n${output()}`);
    const ready = await fetch(`${origin}/api/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    if (performance.now() > deadline) throw new Error(`The product was not ready within a minute:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A port nobody listens on right now. */
export async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port could be had');
  return address.port;
}

/** The invite token of the link that the first start prints. */
export async function printedInvite(product: Pick<ProductProcess, 'output'>): Promise<string> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const token = /\/register\?invite=([\w-]+)/.exec(product.output())?.[1];
    if (token) return token;
    if (performance.now() > deadline) throw new Error(`No registration link was printed:\n${product.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
