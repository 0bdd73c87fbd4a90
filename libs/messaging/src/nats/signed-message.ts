import { headers, type Msg, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import type { MessageSigner } from './message-signer.js';

const SENT_AT = 'Outlay-Sent-At';
const SIGNATURE = 'Outlay-Signature';
const CORRELATION = 'Outlay-Correlation-Id';
/** More than our headers take of what a message may have. */
const HEADER_BYTES = 512;

/** The headers of a message: its signature and, for those who watch the bus, the thread it belongs to. */
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

/** Whether a message was signed by a part of the system, for where it arrived. */
export function isGenuine(signer: MessageSigner, message: Msg): boolean {
  const signature = { sentAt: message.headers?.get(SENT_AT) ?? '', mac: message.headers?.get(SIGNATURE) ?? '' };
  return signer.verify(message.subject, message.data, signature);
}

/** How many bytes a payload has more than the server lets pass; 0 or less where it fits. */
export function excessBytes(connection: NatsConnection, payload: Uint8Array): number {
  return payload.length + HEADER_BYTES - (connection.info?.max_payload ?? Infinity);
}
