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
  private readonly key: KeyObject;

  /** Derives its own key, so `secret` may serve other purposes; throws if it is shorter than 32 characters. */
  constructor(
    secret: string,
    private readonly clock: Clock = systemClock,
  ) {
    if (secret.length < SHORTEST_KEY) throw new Error(`Messages over NATS need a key of ${SHORTEST_KEY} characters`);
    this.key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'outlay messages', 32)));
  }

  sign(subject: string, payload: Uint8Array): Signature {
    const sentAt = String(this.clock.now().getTime());
    return { sentAt, mac: this.mac(subject, payload, sentAt).toString('base64url') };
  }

  verify(subject: string, payload: Uint8Array, { sentAt, mac }: Signature): boolean {
    const [actual, expected] = [Buffer.from(mac, 'base64url'), this.mac(subject, payload, sentAt)];
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return false;
    return Math.abs(this.clock.now().getTime() - Number(sentAt)) <= SIGNATURE_LIFE_MS;
  }

  private mac(subject: string, payload: Uint8Array, sentAt: string): Buffer {
    return createHmac('sha256', this.key).update(`${subject}\n${sentAt}\n`).update(payload).digest();
  }
}
