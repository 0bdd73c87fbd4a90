import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { killWithParent } from '@outlay/testing/backing/kill-with-parent';

export interface StartedProcess {
  readonly pid: number;
  readonly output: () => string;
  readonly startedInMs: number;
  readonly exited: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
  /** Lets this process end, which ends the started one as well. */
  unref(): void;
}

export interface ProcessOptions {
  readonly main: string;
  readonly args?: readonly string[];
  readonly nodeArgs?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly readyUrl: string;
  /** Removed when this process ends before the started one. */
  readonly folder?: string;
}

/** Tests and measurements fetch nothing from the internet, unless `env` overrides this. */
const NO_LIVE_RATES = { FX_ECB_URL: 'off', FX_CENTRAL_BANKS_URL: 'off', FX_CURRENCY_API_URL: 'off' };
/** The options with which `npm start` and the image start it. */
const NODE_OPTIONS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];
const READY_TIMEOUT_MS = 60_000;
const INVITE_TIMEOUT_MS = 10_000;
const POLL_MS = 20;

export async function startProcess({ main, args = [], nodeArgs = [], env, readyUrl, folder }: ProcessOptions) {
  const started = performance.now();
  const child = spawn(process.execPath, [...NODE_OPTIONS, ...nodeArgs, main, ...args], {
    env: { ...process.env, ...NO_LIVE_RATES, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  killWithParent(child, folder);
  await waitUntilReady(child, readyUrl, () => output);
  return {
    pid: child.pid ?? 0,
    output: () => output,
    startedInMs: performance.now() - started,
    exited,
    signal: (signal) => child.kill(signal),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
    unref: () => {
      child.unref();
      for (const stream of [child.stdout, child.stderr]) (stream as Socket).unref();
    },
  } satisfies StartedProcess;
}

async function waitUntilReady(child: ChildProcess, readyUrl: string, output: () => string): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The process ended before it was ready:\n${output()}`);
    const ready = await fetch(readyUrl).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    if (performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The process was not ready within ${READY_TIMEOUT_MS} ms:\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

export async function printedInvite(started: Pick<StartedProcess, 'output'>): Promise<string> {
  const deadline = performance.now() + INVITE_TIMEOUT_MS;
  for (;;) {
    const token = /\/register\?invite=([\w-]+)/.exec(started.output())?.[1];
    if (token) return token;
    if (performance.now() > deadline) throw new Error(`No registration link was printed:\n${started.output()}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
