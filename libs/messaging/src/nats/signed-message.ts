import { headers, type Msg, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import type { MessageSigner, Signature } from './message-signer.js';

const SENT_AT = 'Outlay-Sent-At';
const SIGNATURE = 'Outlay-Signature';
const CORRELATION = 'Outlay-Correlation-Id';
/** Upper bound of the header size, which counts towards the server's limit. */
const HEADER_BYTES = 512;

export function signedHeaders(
  signer: MessageSigner,
  subject: string,
  payload: Uint8Array,
  correlationId?: string,
): MsgHdrs {
  const { sentAt, mac } = signer.sign(subject, payload);
  const signed = headers();
  signed.set(SENT_AT, sentAt);
  signed.set(SIGNATURE, mac);
  if (correlationId !== undefined) signed.set(CORRELATION, encodeURIComponent(correlationId));
  return signed;
}

export function isGenuine(signer: MessageSigner, message: Msg): boolean {
  return signer.verify(message.subject, message.data, signatureOf(message));
}

export function signatureOf({ headers: received }: Msg): Signature {
  return { sentAt: received?.get(SENT_AT) ?? '', mac: received?.get(SIGNATURE) ?? '' };
}

/** By how many bytes a payload exceeds the server's limit; 0 or less if it fits. */
export function excessBytes(connection: NatsConnection, payload: Uint8Array): number {
  return payload.length + HEADER_BYTES - (connection.info?.max_payload ?? Infinity);
}
