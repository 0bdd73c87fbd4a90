import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** How to run a server's program. */
export interface Program {
  readonly file: string;
  readonly argumentsFor: (place: { folder: string; port: number }) => readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Where a program is, on the PATH or where `go install` puts what it builds; null where it is not installed. */
export function findProgram(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const files = [...folders, join(goPath(), 'bin')].map((folder) => join(folder, name));
  return files.find(runs) ?? null;
}

/** Describes what holds on a server's program; skipped, with the reason in its name, where that is not installed. */
export function describeOn(title: string, name: string, suite: (file: string) => void): void {
  const file = findProgram(name);
  if (file) describe(`${title} (${name})`, () => suite(file));
  else describe.skip(`${title} (skipped: ${name} is not installed)`, () => suite(name));
}

/** A real server on a free port of 127.0.0.1, with a data folder of its own, and the faults it can be given. */
export class TestServer {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly program: Program,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(program: Program): Promise<TestServer> {
    const server = new TestServer(program, await mkdtemp(join(tmpdir(), 'outlay-server-')), await freePort());
    await server.restart();
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Ends it as a crash would; its data stays. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Freezes it: connections stay open and nothing answers. */
  async pause(): Promise<void> {
    this.child?.kill('SIGSTOP');
    // Some of its threads go on for a moment.
    await setTimeout(100);
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  /** Starts it again on the same port and data, and waits until it takes connections. */
  async restart(): Promise<void> {
    await this.kill();
    const { file, argumentsFor, environment } = this.program;
    const env = { ...process.env, ...environment };
    const child = spawn(file, argumentsFor({ folder: this.folder, port: this.port }), {
      env,
      cwd: this.folder,
      stdio: 'ignore',
    });
    this.child = child;
    while (!(await takesConnections(this.port))) {
      if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
      await setTimeout(20);
    }
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true });
  }
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function goPath(): string {
  try {
    return execFileSync('go', ['env', 'GOPATH'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return join(homedir(), 'go');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const finish = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once('connect', () => finish(true)).once('error', () => finish(false));
  });
}
