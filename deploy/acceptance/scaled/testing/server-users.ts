import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { tempFolder } from '@outlay/testing';
import mongoose from 'mongoose';
import type { Servers } from '@outlay/harness/testing/servers';

export interface User {
  readonly name: string;
  readonly password: string;
}

const SERVER = 'server';

/** The users of the document server, the event store and MinIO, as their operator adds and removes them. */
export class ServerUsers {
  /** @param mc MinIO's client; @param roles of a user of the document server */
  constructor(
    private readonly servers: Servers,
    private readonly mc: string,
    private readonly roles: readonly string[],
  ) {}

  /** The settings of a part that logs in as the user. */
  async add({ name, password }: User): Promise<Record<string, string>> {
    this.logins.add(loginOf({ name, password }));
    await this.command({ createUser: name, pwd: password, roles: this.roles });
    await this.administer(
      ['user', 'add', SERVER, name, password],
      ['policy', 'attach', SERVER, 'readwrite', '--user', name],
    );
    const { EVENTSTORE_URL = '', MONGO_URL = '', S3_URL = '' } = this.servers.environment;
    const as = (given: string) => {
      const url = new URL(given);
      url.username = name;
      url.password = encodeURIComponent(password);
      return url.href;
    };
    return { EVENTSTORE_URL: as(EVENTSTORE_URL), MONGO_URL: as(MONGO_URL), S3_URL: as(S3_URL) };
  }

  async remove({ name, password }: User): Promise<void> {
    this.logins.delete(loginOf({ name, password }));
    await this.command({ dropUser: name });
    await this.administer(['user', 'remove', SERVER, name]);
  }

  private get logins(): Set<string> {
    const logins = this.servers.eventStore?.secured?.logins;
    if (!logins) throw new Error('The event store has no users');
    return logins;
  }

  private async command(command: Record<string, unknown>): Promise<void> {
    const connection = await mongoose.createConnection(this.servers.mongo.url).asPromise();
    try {
      await connection.useDb('admin').db?.command(command);
    } finally {
      await connection.destroy();
    }
  }

  private async administer(...commands: string[][]): Promise<void> {
    const { origin, username, password } = new URL(this.servers.s3.url);
    const folder = await tempFolder('outlay-mc');
    const run = (...args: string[]) => promisify(execFile)(this.mc, ['--config-dir', folder.path, ...args]);
    try {
      await run('alias', 'set', SERVER, origin, username, decodeURIComponent(password));
      for (const command of commands) await run('admin', ...command);
    } finally {
      await folder.remove();
    }
  }
}

const loginOf = ({ name, password }: User) => Buffer.from(`${name}:${password}`).toString('base64');
