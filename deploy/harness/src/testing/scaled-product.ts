import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inboxPrefix, PART_NAMES, type PartName } from '@outlay/composition';
import { openMessaging, type Messaging } from '@outlay/messaging';
import { freePort } from '@outlay/testing/backing/free-port';
import type { Clock } from '@outlay/time';
import { startProcess, type StartedProcess } from '../start-process.js';
import type { Servers } from './servers.js';

export interface Part extends StartedProcess {
  readonly name: PartName;
  readonly operations: string;
  readonly origin: string;
}

export interface ScaledOptions {
  readonly instances?: Partial<Record<PartName, number>>;
  readonly env?: NodeJS.ProcessEnv;
  readonly envOf?: Partial<Record<PartName, NodeJS.ProcessEnv>>;
  readonly nodeArgs?: readonly string[];
}

export interface AddOptions {
  readonly port?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly until?: 'live' | 'ready';
}

const MAIN = join(import.meta.dirname, '..', '..', '..', 'scaled', 'dist', 'main.js');
const SECRET = 'a-secret-that-only-tests-use-0123456789';

export class ScaledProduct {
  readonly parts: Part[] = [];

  private constructor(
    private readonly folder: string,
    private readonly servers: Servers,
    private readonly options: ScaledOptions,
  ) {}

  static async start(servers: Servers, options: ScaledOptions = {}): Promise<ScaledProduct> {
    const folder = await mkdtemp(join(tmpdir(), 'outlay-scaled-'));
    const product = new ScaledProduct(folder, servers, options);
    const all = PART_NAMES.flatMap((name) => Array.from({ length: options.instances?.[name] ?? 1 }, () => name));
    // Parts that are still starting when one fails are stopped as well.
    const started = await Promise.allSettled(all.map((name) => product.add(name)));
    const failed = started.find((one) => one.status === 'rejected');
    if (!failed) return product;
    await product.close();
    throw failed.reason;
  }

  get origin(): string {
    return this.one('gateway').origin;
  }

  of(name: PartName): Part[] {
    return this.parts.filter((part) => part.name === name);
  }

  one(name: PartName): Part {
    const [first] = this.of(name);
    if (!first) throw new Error(`No ${name} runs`);
    return first;
  }

  async add(name: PartName, { port, env, until = 'ready' }: AddOptions = {}): Promise<Part> {
    const [own, operationsPort] = [port ?? (await freePort()), await freePort()];
    const operations = `http://127.0.0.1:${operationsPort}`;
    const started = await startProcess({
      main: MAIN,
      args: [name],
      nodeArgs: this.options.nodeArgs,
      env: {
        ...this.servers.environment,
        ...this.natsLogin(name),
        JWT_SECRET: SECRET,
        AUDIT_KEY: SECRET,
        DATA_DIR: this.folder,
        PORT: String(own),
        OPERATIONS_PORT: String(operationsPort),
        LOG_FORMAT: 'json',
        ...this.options.env,
        ...this.options.envOf?.[name],
        ...env,
      },
      readyUrl: `${operations}/${until}`,
    });
    const part: Part = { ...started, name, operations, origin: `http://127.0.0.1:${own}` };
    this.parts.push(part);
    void started.exited.then(() => this.parts.splice(this.parts.indexOf(part), 1));
    return part;
  }

  /** Sends messages as the gateway does, or as another part. */
  messaging({ clock, part = 'gateway' }: { clock?: Clock; part?: PartName } = {}): Promise<Messaging> {
    const access = this.servers.natsAccess(part);
    const { url } = this.servers.nats;
    return openMessaging({ url, access, inboxPrefix: inboxPrefix(part), secretKey: SECRET, clock });
  }

  private natsLogin(part: PartName) {
    const { user, password } = this.servers.natsAccess(part);
    return { NATS_USER: user ?? '', NATS_PASSWORD: password ?? '' };
  }

  async close(): Promise<void> {
    const gateways = this.of('gateway');
    await Promise.all(gateways.map((part) => part.stop()));
    await Promise.all([...this.parts].map((part) => part.stop()));
    await rm(this.folder, { recursive: true });
  }
}
