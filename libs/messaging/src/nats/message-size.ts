import type { NatsConnection } from '@nats-io/transport-node';
import { SEAL_BYTES } from './message-seal.js';

/** Upper bound of the header size, which counts towards the server's limit. */
const HEADER_BYTES = 512;

/** The number of bytes by which a sealed payload exceeds the server's limit; 0 or less if it fits. */
export function excessBytes(connection: NatsConnection, payload: Uint8Array): number {
  return payload.length + SEAL_BYTES + HEADER_BYTES - (connection.info?.max_payload ?? Infinity);
}
