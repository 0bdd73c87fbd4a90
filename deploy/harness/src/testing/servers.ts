import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { natsPasswordVariable, natsUser, natsUsers, PART_NAMES, type PartName } from '@outlay/composition';
import { inNamespace } from '@outlay/event-store/contract';
import { EventStoreDbServer, type Secured } from '@outlay/event-store/testing';
import { backing, type Backing, type FoundBacking } from '@outlay/testing/backing/backing';
import type { BackingServer } from '@outlay/testing/backing/backing-server';
import { tempFolder } from '@outlay/testing/temp-folder';
import type { NatsAccess } from '@outlay/messaging';

export interface Servers {
  readonly nats: BackingServer;
  readonly redis: BackingServer;
  readonly s3: BackingServer;
  readonly mongo: BackingServer;
  /** Null if `EVENTSTORE_URL` names a real one. */
  readonly eventStore: EventStoreDbServer | null;
  readonly environment: Readonly<Record<string, string>>;
  /** Each part has a user of its own on NATS, with the permissions that it has in production. */
  natsAccess(part: PartName): NatsAccess;
  /** The second user of each part, while `setNatsUsers` allows it. */
  nextNatsAccess(part: PartName): NatsAccess;
  /** Replaces the users while NATS runs, as its operator does when passwords change. */
  setNatsUsers(which: NatsUsers): Promise<void>;
  /** A user of NATS without restrictions, like its operator. */
  readonly natsOperator: { readonly user: string; readonly pass: string };
  close(): Promise<void>;
}

type NatsUsers = 'first' | 'first and next' | 'next';

const CERTIFICATES = join(import.meta.dirname, '..', '..', '..', 'tools', 'certificates');
const NATS_OPERATOR = { user: 'operator', pass: 'sees-everything' };

type ServerName = 'nats' | 'redis' | 's3' | 'mongo';
const NAMES: readonly ServerName[] = ['nats', 'redis', 's3', 'mongo'];

/** The delay is about that of a real server. */
const INDEX_DELAY_MS = 2;

export interface FindOptions {
  /** Only the double of the event store can simulate faults; documents are kept by a server that outlives a kill. */
  readonly faults?: boolean;
  /** NATS has a certificate, and refuses clients without TLS. */
  readonly encrypted?: boolean;
  /** The document server and the double of the event store refuse clients without a password. */
  readonly withUsers?: boolean;
}

export async function findServers(options: FindOptions = {}) {
  const { faults = false, withUsers = false } = options;
  const kind = (name: ServerName) => (name === 'mongo' && withUsers ? 'mongoWithUsers' : name);
  const found = Object.fromEntries(
    await Promise.all(
      NAMES.map(async (name) => [name, await backing(kind(name), { own: true, durable: faults })] as const),
    ),
  ) as Record<ServerName, Backing>;
  const missing = NAMES.flatMap((name) => found[name].missing ?? []);
  if (missing.length > 0) return { missing: missing.join('; ') };
  const products = NAMES.map((name) => (found[name] as FoundBacking).product);
  return { missing: null, products, start: () => start(found, options) };
}

async function start(
  found: Record<ServerName, Backing>,
  { faults = false, encrypted = false, withUsers = false }: FindOptions,
): Promise<Servers> {
  const one = (name: ServerName, ...args: string[]) => (found[name] as FoundBacking).start(...args);
  const folder = await tempFolder('outlay-servers');
  const config = join(folder.path, 'nats.conf');
  if (encrypted || withUsers) execFileSync(CERTIFICATES, [folder.path], { stdio: 'pipe' });
  const certificate = encrypted ? natsCertificate(folder.path) : '';
  const configure = (users: NatsUsers) => writeFile(config, natsConfig(users) + certificate);
  await configure('first');
  const [nats, redis, s3, mongo] = await Promise.all([
    one('nats', '--config', config),
    one('redis'),
    one('s3'),
    one('mongo'),
  ]);
  const secured = withUsers ? await securedBy(folder.path) : null;
  const given = faults || secured ? undefined : process.env.EVENTSTORE_URL;
  const eventStore = given ? null : await EventStoreDbServer.start(secured);
  if (eventStore) eventStore.log.indexDelayMs = INDEX_DELAY_MS;
  return {
    nats,
    redis,
    s3,
    mongo,
    eventStore,
    environment: {
      NATS_URL: nats.url,
      ...(encrypted && { NATS_CA_FILE: join(folder.path, 'ca.pem') }),
      REDIS_URL: redis.url,
      S3_URL: s3.url,
      MONGO_URL: mongo.url,
      EVENTSTORE_URL: given ? inNamespace(given) : (eventStore?.url ?? ''),
    },
    natsAccess: (part) => ({ user: part, password: natsPassword(part) }),
    nextNatsAccess: (part) => ({ user: nextUser(part), password: nextPassword(part) }),
    setNatsUsers: async (users) => {
      await configure(users);
      await nats.reload();
    },
    natsOperator: NATS_OPERATOR,
    close: async () => {
      eventStore?.stop();
      await Promise.all([nats, redis, s3, mongo].map((server) => server.close()));
      await folder.remove();
    },
  };
}

// The passwords have characters that a URL must escape.
const natsPassword = (part: PartName) => `p@ss/w:rd-${part}`;
const nextUser = (part: PartName) => `${part}-next`;
const nextPassword = (part: PartName) => `next-p@ss/w:rd-${part}`;

/** The users as deployed. A setting of the same name stands in for a variable of the server's environment. */
function natsConfig(which: NatsUsers): string {
  const passwords = PART_NAMES.map((part) => `${natsPasswordVariable(part)}: "${natsPassword(part)}"\n`);
  const operator = `{ user: ${NATS_OPERATOR.user}, password: "${NATS_OPERATOR.pass}" }`;
  const next = PART_NAMES.map((part) => natsUser(part, nextUser(part), `"${nextPassword(part)}"`));
  const added = which === 'first' ? [operator] : [operator, ...next];
  const users = which === 'next' ? natsUsers().replace(/^ *\{ user: .*\n/gm, '') : natsUsers();
  return passwords.join('') + users.replace('users = [', ['users = [', ...added].join('\n    '));
}

/** Settings of NATS for what `deploy/tools/certificates` has made. */
function natsCertificate(folder: string): string {
  return `tls { cert_file: "${join(folder, 'nats.pem')}", key_file: "${join(folder, 'nats-key.pem')}" }\n`;
}

/** The server starts without users, which the test adds. */
async function securedBy(folder: string): Promise<Secured> {
  const [certificate, key] = await Promise.all([
    readFile(join(folder, 'nats.pem')),
    readFile(join(folder, 'nats-key.pem')),
  ]);
  return { certificate, key, caFile: join(folder, 'ca.pem'), logins: new Set() };
}
