import { withDeadline } from '@outlay/time';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { tempFolder } from '../temp-folder.js';
import type { BackingServer } from './backing-server.js';
import { killWithParent } from './kill-with-parent.js';
import { freePort } from './free-port.js';
import type { ServerKind } from './server-kinds.js';
import { waitUntilReady } from './wait-until-ready.js';

const GRACE_MS = 5000;
const OUTPUT_KEPT = 4000;
/** The unit of `ulimit -f` (POSIX). */
const BLOCK_BYTES = 512;

export interface ServerProcessOptions {
  readonly kind: ServerKind;
  readonly file: string;
  readonly argumentsFor: (place: { folder: string; port: number }) => readonly string[];
  /** The largest file it can write, in bytes. */
  readonly largestFile?: number;
}

export class ServerProcess implements BackingServer {
  private child: ChildProcess | null = null;
  private output = '';

  private constructor(
    private readonly options: ServerProcessOptions,
    private readonly folder: { path: string; remove: () => Promise<void> },
    private readonly port: number,
  ) {}

  /** @throws Error with the end of the server's output if it exits before it is ready */
  static async start(options: ServerProcessOptions): Promise<ServerProcess> {
    const server = new ServerProcess(options, await tempFolder('outlay-server'), await freePort());
    try {
      await server.restart();
    } catch (error) {
      await server.close();
      throw error;
    }
    return server;
  }

  get url(): string {
    return this.options.kind.url(this.address);
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child) return;
    child.kill('SIGTERM');
    // A frozen process does not handle SIGTERM.
    child.kill('SIGCONT');
    await withDeadline(exited(child), GRACE_MS, 'Stopping').catch(() => undefined);
    await this.kill();
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child) return;
    child.kill('SIGKILL');
    await exited(child);
    this.child = null;
  }

  async pause(): Promise<void> {
    this.child?.kill('SIGSTOP');
    // Its threads stop with a short delay.
    await setTimeout(100);
  }

  async resume(): Promise<void> {
    this.child?.kill('SIGCONT');
  }

  async reload(): Promise<void> {
    this.child?.kill('SIGHUP');
  }

  async restart(): Promise<void> {
    await this.stop();
    const { kind, file, argumentsFor, largestFile } = this.options;
    const command: [string, ...string[]] = [file, ...argumentsFor({ folder: this.folder.path, port: this.port })];
    const [program, ...args] = largestFile === undefined ? command : limited(command, largestFile);
    const child = spawn(program, args, {
      cwd: this.folder.path,
      env: { ...process.env, ...kind.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.output = '';
    const keep = (text: string) => {
      this.output = (this.output + text).slice(-OUTPUT_KEPT);
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => keep(chunk.toString()));
    let failed = false;
    child.on('error', (error) => {
      failed = true;
      keep(error.message);
    });
    if (child.pid !== undefined) {
      this.child = child;
      killWithParent(child, this.folder.path);
    }
    const hasExited = () => failed || child.exitCode !== null || child.signalCode !== null;
    await waitUntilReady(this.address, kind.probe, () =>
      hasExited() ? `${file} exited before it was ready:\n${this.output}` : null,
    );
  }

  async close(): Promise<void> {
    await this.stop();
    await this.folder.remove();
  }

  private get address(): string {
    return `127.0.0.1:${this.port}`;
  }
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function limited(command: readonly string[], largestFile: number): [string, ...string[]] {
  return ['sh', '-c', `ulimit -f ${Math.floor(largestFile / BLOCK_BYTES)}; exec "$@"`, 'sh', ...command];
}
