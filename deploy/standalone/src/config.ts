import { join } from 'node:path';
import * as z from 'zod/mini';

const schema = z.object({
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 4000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  JWT_SECRET: z.optional(z.string().check(z.minLength(32))),
});

export interface StandaloneConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Signs session tokens; where it is not given, one is made once and kept in the data folder. */
  readonly jwtSecret: string | null;
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
  const { PORT, HOST, DATA_DIR, JWT_SECRET } = parsed.data;
  return {
    port: PORT,
    host: HOST,
    dataDir: DATA_DIR,
    jwtSecret: JWT_SECRET ?? null,
    webRoot: join(projectRoot, 'web', 'dist'),
  };
}
