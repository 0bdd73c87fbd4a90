import { hash, verify } from '@node-rs/argon2';
import { Limit } from '@outlay/concurrency';
import { OutlayError } from '@outlay/contracts';
import type { IdSource } from '@outlay/time';

export interface HashingCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's first choice for argon2id, the library's default variant: 46 MiB, one pass, one lane; about 16 ms. */
export const PRODUCTION_COST: HashingCost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
const SALT_BYTES = 16;

/** A hash takes 46 MiB and one of libuv's four threads; a full queue waits 200 × 16 ms / 2, within callers' deadlines. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 200;

export class PasswordHasher {
  private readonly limit = new Limit(MAX_CONCURRENT);
  /** Verified when the user is unknown, so that the response time does not reveal who has an account. */
  private dummyHash = '';

  private constructor(
    private readonly ids: IdSource,
    private readonly cost: HashingCost,
  ) {}

  static async create(ids: IdSource, cost = PRODUCTION_COST): Promise<PasswordHasher> {
    const hasher = new PasswordHasher(ids, cost);
    hasher.dummyHash = await hasher.hash(ids.bytes(32).toString('base64'));
    return hasher;
  }

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(canonical(password), { ...this.cost, salt: this.ids.bytes(SALT_BYTES) }));
  }

  /** No password verifies without a stored hash. */
  async verify(storedHash: string | undefined, password: string): Promise<boolean> {
    const matches = await this.inTurn(() => verify(storedHash || this.dummyHash, canonical(password)));
    return matches && Boolean(storedHash);
  }

  private async inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (this.limit.waiting >= MAX_WAITING) {
      throw new OutlayError('SERVICE_UNAVAILABLE', 'Too many people are logging in right now. Please try again soon.');
    }
    return this.limit.run(task);
  }
}

/** Keyboards encode the same characters differently (NIST SP 800-63B). */
function canonical(password: string): string {
  return password.normalize('NFKC');
}
