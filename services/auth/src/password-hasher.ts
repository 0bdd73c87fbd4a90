import { hash, verify } from '@node-rs/argon2';
import type { IdSource } from '@outlay/ids';
import { Semaphore } from './semaphore.js';

/** Argon2id (the library's default variant) at OWASP's first choice: 46 MiB, one pass, one lane; about 16 ms. */
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;
const SALT_BYTES = 16;

/**
 * A hash holds 46 MiB and one of libuv's four threads, which files need too: two at once keep a flood of logins from
 * taking either all. The bound on the queue keeps the wait (200 × 16 ms / 2) within the caller's deadline.
 */
const AT_ONCE = 2;
const MAX_WAITING = 200;

export class PasswordHasher {
  private readonly gate = new Semaphore(AT_ONCE, MAX_WAITING);
  /** The hash of nobody's password, so that verifying for an unknown user costs what it costs for a known one. */
  private decoy = '';

  private constructor(private readonly ids: IdSource) {}

  static async create(ids: IdSource): Promise<PasswordHasher> {
    const hasher = new PasswordHasher(ids);
    hasher.decoy = await hasher.hash(ids.bytes(32).toString('base64'));
    return hasher;
  }

  hash(password: string): Promise<string> {
    return this.gate.run(() => hash(canonical(password), { ...COST, salt: this.ids.bytes(SALT_BYTES) }));
  }

  /** Whether the password is the one hashed; without a hash it takes the same time to be false. */
  async verify(hashed: string | undefined, password: string): Promise<boolean> {
    const matches = await this.gate.run(() => verify(hashed ?? this.decoy, canonical(password)));
    return matches && hashed !== undefined;
  }
}

/** One form for what different keyboards send for the same characters (NIST SP 800-63B). */
function canonical(password: string): string {
  return password.normalize('NFKC');
}
