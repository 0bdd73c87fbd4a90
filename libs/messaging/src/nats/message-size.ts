import type { NatsConnection } from '@nats-io/transport-node';
import { SEAL_BYTES } from './message-seal.js';

/** Upper bound of the header size, which counts towards the server's limit. */
const HEADER_BYTES = 512;

/** By how many bytes a payload exceeds the server's limit once it is sealed; 0 or less if it fits. */
export function excessBytes(connection: NatsConnection, payload: Uint8Array): number {
  return payload.length + SEAL_BYTES + HEADER_BYTES - (connection.info?.max_payload ?? Infinity);
}
