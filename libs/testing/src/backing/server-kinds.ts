import { dovecotArguments } from './dovecot.js';
import type { Probe } from './wait-until-ready.js';

export type BackingName = 'nats' | 'redis' | 's3' | 'mongo' | 'mongoWithUsers' | 'eventstore' | 'imap';

interface Place {
  readonly folder: string;
  readonly port: number;
}

export interface ServerKind {
  readonly variable: string;
  /** The programs that provide it, in order of preference, with their arguments. */
  readonly programs: Readonly<Record<string, (place: Place) => readonly string[]>>;
  /** The programs that lose everything when they stop. */
  readonly volatile?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly image: string;
  readonly imageCommand?: readonly string[];
  readonly imagePort: number;
  readonly url: (address: string) => string;
  readonly probe: Probe;
}

const USER = 'outlay-test';
// The password has characters that a URL must escape.
const PASSWORD = 'p@ss/w:rd';
/** That of the image. */
const IMAP_PASSWORD = 'pass';
const LOGIN = `${USER}:${encodeURIComponent(PASSWORD)}`;

const ferretDb = ({ port, folder }: Place) => [
  ...['--handler=sqlite', `--sqlite-url=file:${folder}/`, `--state-dir=${folder}`],
  ...[`--listen-addr=127.0.0.1:${port}`, '--debug-addr=-', '--telemetry=disable'],
];

export const SERVER_KINDS: Readonly<Record<BackingName, ServerKind>> = {
  nats: {
    variable: 'NATS_URL',
    programs: { 'nats-server': ({ port }) => ['--addr', '127.0.0.1', '--port', String(port)] },
    image: 'nats:2.11-alpine',
    imagePort: 4222,
    url: (address) => `nats://${address}`,
    probe: { answer: /^INFO / },
  },
  redis: {
    variable: 'REDIS_URL',
    programs: {
      'redis-server': ({ port, folder }) => [
        ...['--bind', '127.0.0.1', '--port', String(port), '--dir', folder],
        ...['--save', '', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
      ],
    },
    image: 'redis:7.4-alpine',
    imageCommand: ['redis-server', '--save', '', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
    imagePort: 6379,
    url: (address) => `redis://${address}`,
    probe: { question: 'PING\r\n', answer: /^(\+PONG|-NOAUTH)/ },
  },
  s3: {
    variable: 'S3_URL',
    programs: {
      minio: ({ port, folder }) => ['server', folder, '--address', `127.0.0.1:${port}`, '--quiet'],
    },
    environment: { MINIO_ROOT_USER: USER, MINIO_ROOT_PASSWORD: PASSWORD, MINIO_BROWSER: 'off' },
    image: 'minio/minio:RELEASE.2025-04-22T22-12-26Z',
    imageCommand: ['server', '/data', '--quiet'],
    imagePort: 9000,
    url: (address) => `http://${LOGIN}@${address}/outlay-test`,
    probe: { question: 'GET /minio/health/ready HTTP/1.0\r\nHost: localhost\r\n\r\n', answer: /^HTTP\/1\.[01] 200/ },
  },
  mongo: {
    variable: 'MONGO_URL',
    programs: {
      mongod: ({ port, folder }) => ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', folder],
      // Updates of one document are atomic, which they are not on FerretDB 1.
      'mongo-java-server': ({ port }) => [String(port)],
      ferretdb: ferretDb,
    },
    volatile: ['mongo-java-server'],
    image: 'mongo:8.0',
    imagePort: 27017,
    url: (address) => `mongodb://${address}`,
    probe: {},
  },
  /** Refuses clients without a password; its user may add others. */
  mongoWithUsers: {
    variable: 'MONGO_URL',
    programs: {
      ferretdb: (place) => [
        ...ferretDb(place),
        ...[
          '--test-enable-new-auth',
          '--setup-database=admin',
          `--setup-username=${USER}`,
          `--setup-password=${PASSWORD}`,
        ],
      ],
    },
    environment: { MONGO_INITDB_ROOT_USERNAME: USER, MONGO_INITDB_ROOT_PASSWORD: PASSWORD },
    image: 'mongo:8.0',
    imagePort: 27017,
    url: (address) => `mongodb://${LOGIN}@${address}/outlay?authSource=admin`,
    probe: {},
  },
  eventstore: {
    variable: 'EVENTSTORE_URL',
    programs: {},
    environment: { EVENTSTORE_INSECURE: 'true', EVENTSTORE_CLUSTER_SIZE: '1', EVENTSTORE_RUN_PROJECTIONS: 'None' },
    image: 'eventstore/eventstore:24.10.4-jammy',
    imagePort: 2113,
    url: (address) => `esdb://${address}?tls=false`,
    probe: { question: 'GET /health/live HTTP/1.0\r\nHost: localhost\r\n\r\n', answer: /^HTTP\/1\.[01] 204/ },
  },
  imap: {
    variable: 'IMAP_URL',
    programs: { dovecot: (place) => dovecotArguments(place, IMAP_PASSWORD) },
    image: 'dovecot/dovecot:2.3.21.1',
    imagePort: 143,
    url: (address) => `imap://${USER}:${IMAP_PASSWORD}@${address}/INBOX`,
    probe: { answer: /^\* OK / },
  },
};
