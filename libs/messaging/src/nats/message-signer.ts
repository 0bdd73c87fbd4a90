import { systemClock, type Clock } from '@outlay/time';
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';

/** How far the clocks of two machines may be apart, and how long a message can be repeated by somebody who saw it. */
export const SIGNATURE_LIFE_MS = 60_000;
const SHORTEST_KEY = 32;

export interface Signature {
  /** Milliseconds since 1970, as text. */
  readonly sentAt: string;
  /** HMAC-SHA-256, base64url. */
  readonly mac: string;
}

/**
 * Proves that a message comes from a part of the system. The signature covers the whole message and where it goes,
 * so that neither the actor nor what is asked can be another's.
 */
export class MessageSigner {
  private readonly key: KeyObject;

  /** The secret may serve other purposes too: messages get a key of their own from it. Throws where it is short. */
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
    const [given, expected] = [Buffer.from(mac, 'base64url'), this.mac(subject, payload, sentAt)];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    return Math.abs(this.clock.now().getTime() - Number(sentAt)) <= SIGNATURE_LIFE_MS;
  }

  private mac(subject: string, payload: Uint8Array, sentAt: string): Buffer {
    return createHmac('sha256', this.key).update(`${subject}\n${sentAt}\n`).update(payload).digest();
  }
}
