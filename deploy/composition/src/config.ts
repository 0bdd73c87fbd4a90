import { isIP } from 'node:net';
import { join } from 'node:path';
import type { RateUrls } from '@outlay/fx';
import type { NatsAccess } from '@outlay/messaging';
import { openWitnessKey } from '@outlay/transparency-log';
import * as z from 'zod/mini';
import { givenSettings } from './given-settings.js';
import { createPrivateFiles } from './private-files.js';
import { isLongSecret } from './secret-length.js';

const port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535));
/** Errors do not show the value, which may hold a password. */
const address = (...schemes: readonly string[]) =>
  z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => schemes.some((scheme) => text.startsWith(`${scheme}://`)) && !/\s/.test(text),
          `must be an address such as ${schemes[0]}://host`,
        ),
      ),
  );

const secret = z.optional(z.string().check(z.refine(isLongSecret, 'must have at least 32 characters')));

const pem = (label: string) =>
  z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => new RegExp(`-----BEGIN (?:\\w+ )?${label}-----`).test(text),
          'must be the content of a PEM file, or use <NAME>_FILE for its path',
        ),
      ),
  );

const OFF = 'off';
const rateSource = (published: string) =>
  z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => text === OFF || text.split(',').every((url) => /^https?:\/\/\S+$/.test(url.trim())),
          `must be an address such as https://host, or ${OFF}`,
        ),
      ),
    published,
  );

const schema = z.object({
  PORT: z._default(port, 4000),
  HOST: z._default(z.string(), '127.0.0.1'),
  OPERATIONS_PORT: z.optional(port),
  PUBLIC_URL: address('https', 'http'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  TRUSTED_PROXIES: z._default(
    z
      .pipe(
        z.string(),
        z.transform((list) => list.split(',').flatMap((entry) => entry.trim() || [])),
      )
      .check(z.refine((list) => list.every(isNetwork), 'must be IP addresses or networks such as 10.0.0.0/8')),
    [],
  ),
  JWT_SECRET: secret,
  JWT_SECRET_ACCEPTED: secret,
  FOUR_EYES: z._default(z.enum(['on', OFF]), OFF),
  AUDIT_KEY: secret,
  AUDIT_KEY_PREVIOUS: secret,
  WITNESS_URLS: z._default(
    z
      .pipe(
        z.string(),
        z.transform((list) => list.split(',').flatMap((entry) => (entry.trim() === '' ? [] : witnessOf(entry)))),
      )
      .check(
        z.refine(
          (list) => list.every(isWitness),
          'must be keys of witnesses, each followed by a space and its address',
        ),
      ),
    [],
  ),
  NATS_URL: address('nats', 'tls'),
  NATS_USER: z.optional(z.string()),
  NATS_PASSWORD: z.optional(z.string()),
  NATS_CREDS: z.optional(
    z.string().check(z.refine((text) => text.includes('NATS USER JWT'), 'must be the content of a credentials file')),
  ),
  NATS_CA: pem('CERTIFICATE'),
  NATS_CERT: pem('CERTIFICATE'),
  NATS_KEY: pem('PRIVATE KEY'),
  EVENTSTORE_URL: address('esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover'),
  MONGO_URL: address('mongodb', 'mongodb+srv'),
  REDIS_URL: address('redis', 'rediss'),
  S3_URL: address('http', 'https'),
  FX_ECB_URL: rateSource('https://data-api.ecb.europa.eu/service/data/EXR'),
  FX_CENTRAL_BANKS_URL: rateSource('https://api.frankfurter.dev/v2'),
  FX_CURRENCY_API_URL: rateSource(
    'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@{date}/v1/currencies/eur.min.json,' +
      'https://{date}.currency-api.pages.dev/v1/currencies/eur.min.json',
  ),
  IMAP_URL: address('imaps', 'imap'),
  MAIL_AUTHSERV_ID: z.optional(z.string().check(z.regex(/^\S{1,200}$/, 'must be the name of a mail server, or off'))),
  LOG_FORMAT: z._default(z.enum(['text', 'json']), 'text'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('http', 'https'),
});

export type SettingName = keyof typeof schema.shape;
export const SETTING_NAMES = Object.keys(schema.shape) as readonly SettingName[];

/** Cosigns checkpoints of the log of all events. */
export interface WitnessSetting {
  readonly url: string;
  /** The public key of the witness as text. */
  readonly key: string;
}

export interface MailSetting {
  readonly url: string;
  /** The server whose checks prove who sent a mail; null if nothing needs to prove it. */
  readonly serverId: string | null;
}

/** Null stands for the embedded service. */
export interface BackingUrls {
  readonly nats: string | null;
  readonly eventStore: string | null;
  readonly mongo: string | null;
  readonly redis: string | null;
  readonly s3: string | null;
}

/** All stores are in the data folder. */
export const EMBEDDED: BackingUrls = { nats: null, eventStore: null, mongo: null, redis: null, s3: null };

export interface Config {
  readonly port: number;
  readonly host: string;
  /** The port is not served by default. */
  readonly operationsPort: number | null;
  readonly publicUrl: string;
  readonly dataDir: string;
  /** The secret is generated once and kept in the data folder by default. */
  readonly jwtSecret: string | null;
  /** Another secret whose signatures are valid, while the secret changes. */
  readonly acceptedJwtSecret: string | null;
  /** Whether a second super admin must confirm a change of a super admin. */
  readonly fourEyes: boolean;
  /** Signs checkpoints. By default generated once and kept in the data folder. */
  readonly auditKey: string | null;
  /** The key that signed checkpoints before, while the key changes. */
  readonly previousAuditKey: string | null;
  readonly witnesses: readonly WitnessSetting[];
  /** Only these may forward the address of a client; none by default. */
  readonly trustedProxies: readonly string[];
  readonly backing: BackingUrls;
  /** The access to NATS that its URL does not contain. */
  readonly natsAccess: NatsAccess;
  readonly rateUrls: RateUrls;
  /** Where receipts arrive by mail; null by default. */
  readonly mail: MailSetting | null;
  readonly logFormat: 'text' | 'json';
  /** Without a collector, nothing is traced. */
  readonly tracesUrl: string | null;
  readonly webRoot: string;
}

/**
 * Reads the environment once, when a process starts. From then on, only its user can read the files that it creates.
 * @throws Error that names every invalid setting, without values
 */
export function readConfig(environment: NodeJS.ProcessEnv, projectRoot: string): Config {
  createPrivateFiles();
  const parsed = schema.safeParse(givenSettings(environment, SETTING_NAMES));
  if (!parsed.success) {
    const invalid = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
    throw new Error(`The configuration is not usable:\n${invalid.join('\n')}`);
  }
  const settings = parsed.data;
  return {
    port: settings.PORT,
    host: settings.HOST,
    operationsPort: settings.OPERATIONS_PORT ?? null,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, ''),
    dataDir: settings.DATA_DIR,
    jwtSecret: settings.JWT_SECRET ?? null,
    acceptedJwtSecret: settings.JWT_SECRET_ACCEPTED ?? null,
    fourEyes: settings.FOUR_EYES === 'on',
    auditKey: settings.AUDIT_KEY ?? null,
    previousAuditKey: settings.AUDIT_KEY_PREVIOUS ?? null,
    witnesses: settings.WITNESS_URLS,
    trustedProxies: settings.TRUSTED_PROXIES,
    backing: {
      nats: settings.NATS_URL ?? null,
      eventStore: settings.EVENTSTORE_URL ?? null,
      mongo: settings.MONGO_URL ?? null,
      redis: settings.REDIS_URL ?? null,
      s3: settings.S3_URL ?? null,
    },
    natsAccess: {
      user: settings.NATS_USER ?? null,
      password: settings.NATS_PASSWORD ?? null,
      credentials: settings.NATS_CREDS ?? null,
      authority: settings.NATS_CA ?? null,
      certificate: settings.NATS_CERT ?? null,
      key: settings.NATS_KEY ?? null,
    },
    rateUrls: {
      ecb: addressesOf(settings.FX_ECB_URL)?.[0] ?? null,
      centralBanks: addressesOf(settings.FX_CENTRAL_BANKS_URL)?.[0] ?? null,
      currencyApi: addressesOf(settings.FX_CURRENCY_API_URL),
    },
    mail: mailOf(settings.IMAP_URL, settings.MAIL_AUTHSERV_ID),
    logFormat: settings.LOG_FORMAT,
    tracesUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    webRoot: join(projectRoot, 'web', 'dist'),
  };
}

/** A sender's address proves nothing, so who checks it must be named, or be left out on purpose. */
function mailOf(url: string | undefined, serverId: string | undefined): MailSetting | null {
  if (url === undefined) return null;
  if (serverId === undefined) {
    throw new Error(
      'IMAP_URL needs MAIL_AUTHSERV_ID: the name of the mail server as in its Authentication-Results, or off.',
    );
  }
  return { url, serverId: serverId === OFF ? null : serverId };
}

function addressesOf(setting: string): string[] | null {
  return setting === OFF ? null : setting.split(',').map((url) => url.trim().replace(/\/+$/, ''));
}

function isNetwork(text: string): boolean {
  const [host = '', bits, ...more] = text.split('/');
  const size = isIP(host) === 4 ? 32 : 128;
  return (
    isIP(host) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= size))
  );
}

function witnessOf(entry: string): WitnessSetting {
  const [key = '', url = '', ...others] = entry.trim().split(/\s+/);
  return { key, url: others.length > 0 ? '' : url.replace(/\/+$/, '') };
}

function isWitness({ url, key }: WitnessSetting): boolean {
  try {
    openWitnessKey(key);
    return /^https?:\/\/\S+$/.test(url);
  } catch {
    return false;
  }
}
