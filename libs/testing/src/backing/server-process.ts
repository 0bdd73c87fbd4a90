import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { tempFolder } from '../temp-folder.js';
import type { BackingServer } from './backing-server.js';
import { endWithUs } from './end-with-us.js';
import { freePort } from './free-port.js';
import type { ServerKind } from './server-kinds.js';
import { untilAnswering } from './until-answering.js';

const GRACE_MS = 5000;
const OUTPUT_KEPT = 4000;
/** What POSIX counts the largest file of a process in. */
const BLOCK_BYTES = 512;

export interface ServerProcessOptions {
  readonly kind: ServerKind;
  /** Where its program is. */
  readonly file: string;
  readonly argumentsFor: (place: { folder: string; port: number }) => readonly string[];
  /** The most bytes it can write to a file. */
  readonly largestFile?: number;
}

/** A server run from its program, on a free port of 127.0.0.1 and with a data folder of its own. */
export class ServerProcess implements BackingServer {
  private child: ChildProcess | null = null;
  private output = '';

  private constructor(
    private readonly options: ServerProcessOptions,
    private readonly folder: { path: string; remove: () => Promise<void> },
    private readonly port: number,
  ) {}

  /** Answers once the server does. Throws with the end of its output where it ends instead. */
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
    // A frozen process takes no notice of SIGTERM.
    child.kill('SIGCONT');
    const patience = new AbortController();
    await Promise.race([this.ended(child), setTimeout(GRACE_MS, undefined, patience).catch(() => undefined)]);
    patience.abort();
    await this.kill();
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child) return;
    child.kill('SIGKILL');
    await this.ended(child);
    this.child = null;
  }

  async pause(): Promise<void> {
    this.child?.kill('SIGSTOP');
    // Some of its threads go on for a moment.
    await setTimeout(100);
  }

  async resume(): Promise<void> {
    this.child?.kill('SIGCONT');
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
      endWithUs(child, this.folder.path);
    }
    const hasEnded = () => failed || child.exitCode !== null || child.signalCode !== null;
    await untilAnswering(this.address, kind.probe, () =>
      hasEnded() ? `${file} ended before it answered:\n${this.output}` : null,
    );
  }

  async close(): Promise<void> {
    await this.stop();
    await this.folder.remove();
  }

  private get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  private async ended(child: ChildProcess): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

/** A command run by a shell that takes its limit first. */
function limited(command: readonly string[], largestFile: number): [string, ...string[]] {
  return ['sh', '-c', `ulimit -f ${Math.floor(largestFile / BLOCK_BYTES)}; exec "$@"`, 'sh', ...command];
}
