import { systemClock, type Clock } from '@outlay/time';
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';

/** The clock skew allowed between machines, which is also how long a captured message can be replayed. */
export const SIGNATURE_LIFE_MS = 60_000;
const SHORTEST_KEY = 32;

export interface Signature {
  /** Milliseconds since 1970, as text. */
  readonly sentAt: string;
  /** HMAC-SHA-256, base64url. */
  readonly mac: string;
}

/** Signs and verifies messages between processes. A signature covers the subject, the time and the whole payload. */
export class MessageSigner {
  /** The first signs. */
  private readonly keys: readonly [KeyObject, ...KeyObject[]];

  /**
   * Derives its own keys, so the secrets may serve other purposes.
   * @param acceptedSecret for messages of those who sign with another secret
   * @throws Error if a secret is shorter than 32 characters
   */
  constructor(
    secret: string,
    private readonly clock: Clock = systemClock,
    acceptedSecret: string | null = null,
  ) {
    this.keys = [keyOf(secret), ...(acceptedSecret === null ? [] : [keyOf(acceptedSecret)])];
  }

  sign(subject: string, payload: Uint8Array): Signature {
    const sentAt = String(this.clock.now().getTime());
    return { sentAt, mac: mac(this.keys[0], subject, payload, sentAt).toString('base64url') };
  }

  verify(subject: string, payload: Uint8Array, signature: Signature): boolean {
    const actual = Buffer.from(signature.mac, 'base64url');
    const isGenuine = this.keys.some((key) => {
      const expected = mac(key, subject, payload, signature.sentAt);
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    });
    return isGenuine && Math.abs(this.clock.now().getTime() - Number(signature.sentAt)) <= SIGNATURE_LIFE_MS;
  }
}

function keyOf(secret: string): KeyObject {
  if (secret.length < SHORTEST_KEY) throw new Error(`Messages over NATS need a key of ${SHORTEST_KEY} characters`);
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'outlay messages', 32)));
}

function mac(key: KeyObject, subject: string, payload: Uint8Array, sentAt: string): Buffer {
  return createHmac('sha256', key).update(`${subject}\n${sentAt}\n`).update(payload).digest();
}
