import { isIP } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod/mini';

const schema = z.object({
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 4000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  TRUSTED_PROXIES: z._default(
    z
      .pipe(
        z.string(),
        z.transform((list) => list.split(',').flatMap((address) => address.trim() || [])),
      )
      .check(z.refine((list) => list.every(isAddress), 'must be IP addresses or networks such as 10.0.0.0/8')),
    [],
  ),
  JWT_SECRET: z.optional(z.string().check(z.minLength(32))),
});

export interface StandaloneConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Signs session tokens; where it is not given, one is made once and kept in the data folder. */
  readonly jwtSecret: string | null;
  /** Proxies in front that are believed who calls; none by default. */
  readonly trustedProxies: readonly string[];
  /** The built client. */
  readonly webRoot: string;
}

/** Reads the environment once, at boot. Throws an error that names every setting at fault, and no value. */
export function readConfig(environment: NodeJS.ProcessEnv, projectRoot: string): StandaloneConfig {
  const parsed = schema.safeParse(environment);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
    throw new Error(`The configuration is not usable:\n${faults.join('\n')}`);
  }
  const { PORT, HOST, DATA_DIR, JWT_SECRET, TRUSTED_PROXIES } = parsed.data;
  return {
    port: PORT,
    host: HOST,
    dataDir: DATA_DIR,
    jwtSecret: JWT_SECRET ?? null,
    trustedProxies: TRUSTED_PROXIES,
    webRoot: join(projectRoot, 'web', 'dist'),
  };
}

function isAddress(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const size = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= size))
  );
}
