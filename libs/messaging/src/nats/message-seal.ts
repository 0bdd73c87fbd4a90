import { systemClock, type Clock } from '@outlay/time';
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/** The clock skew allowed between machines, which is also how long a message is valid. */
export const MESSAGE_LIFE_MS = 60_000;
const SHORTEST_SECRET = 32;

const CIPHER = 'aes-256-gcm';
const ID_BYTES = 16;
const TIME_BYTES = 6;
const HEADER_BYTES = ID_BYTES + TIME_BYTES;
const TAG_BYTES = 16;
/** Each message has a key of its own, which encrypts nothing else. */
const NONCE = Buffer.alloc(12);

/** The number of bytes by which a sealed message is longer than its payload. */
export const SEAL_BYTES = HEADER_BYTES + TAG_BYTES;

export interface OpenedMessage {
  readonly payload: Buffer;
  /** Random; another message with the same one is a copy. */
  readonly id: string;
}

/**
 * Encrypts messages between processes, so that others can neither read them nor make or alter one. A message is valid for
 * its subject only, and for a minute.
 *
 * A sealed message is its id, the time it was sent at, the ciphertext, and the tag of AES-256-GCM over these and the subject.
 */
export class MessageSeal {
  /** The first one seals. */
  private readonly keys: readonly [KeyObject, ...KeyObject[]];

  /**
   * Derives its own keys, so the secrets may serve other purposes.
   * @param acceptedSecret for messages of those who seal with another secret
   * @throws Error if a secret is shorter than 32 characters
   */
  constructor(
    secret: string,
    private readonly clock: Clock = systemClock,
    acceptedSecret: string | null = null,
  ) {
    this.keys = [keyOf(secret), ...(acceptedSecret === null ? [] : [keyOf(acceptedSecret)])];
  }

  seal(subject: string, payload: Uint8Array): Buffer {
    const header = Buffer.concat([randomBytes(ID_BYTES), Buffer.alloc(TIME_BYTES)]);
    header.writeUIntBE(this.clock.now().getTime(), ID_BYTES, TIME_BYTES);
    const cipher = createCipheriv(CIPHER, messageKey(this.keys[0], header), NONCE, { authTagLength: TAG_BYTES });
    cipher.setAAD(associated(header, subject));
    return Buffer.concat([header, cipher.update(payload), cipher.final(), cipher.getAuthTag()]);
  }

  /** Null if the message is not genuine, is for another subject, or is too old. */
  open(subject: string, sealed: Uint8Array): OpenedMessage | null {
    if (sealed.length < SEAL_BYTES) return null;
    const message = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length);
    const sentAt = message.readUIntBE(ID_BYTES, TIME_BYTES);
    if (Math.abs(this.clock.now().getTime() - sentAt) > MESSAGE_LIFE_MS) return null;
    for (const key of this.keys) {
      const payload = decrypt(key, subject, message);
      if (payload) return { payload, id: message.toString('base64url', 0, ID_BYTES) };
    }
    return null;
  }
}

function decrypt(key: KeyObject, subject: string, message: Buffer): Buffer | null {
  const header = message.subarray(0, HEADER_BYTES);
  const end = message.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, messageKey(key, header), NONCE, { authTagLength: TAG_BYTES });
  decipher.setAAD(associated(header, subject));
  decipher.setAuthTag(message.subarray(end));
  try {
    return Buffer.concat([decipher.update(message.subarray(HEADER_BYTES, end)), decipher.final()]);
  } catch {
    return null;
  }
}

function keyOf(secret: string): KeyObject {
  if (secret.length < SHORTEST_SECRET)
    throw new Error(`Messages over NATS need a key of ${SHORTEST_SECRET} characters`);
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'outlay sealed messages', 32)));
}

/** Node takes as long to find out that bytes are no `KeyObject` as it takes for the whole message. */
function messageKey(key: KeyObject, header: Buffer): KeyObject {
  return createSecretKey(createHmac('sha256', key).update(header.subarray(0, ID_BYTES)).digest());
}

function associated(header: Buffer, subject: string): Buffer {
  return Buffer.concat([header, Buffer.from(subject)]);
}
