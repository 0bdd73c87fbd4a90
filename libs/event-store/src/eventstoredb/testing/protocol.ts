import type persistent from '@eventstore/db-client/generated/persistent_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import google from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendOutcome, LoggedEvent, ProposedEvent } from './event-log.js';

const { AppendResp, BatchAppendResp, ReadResp } = streams;
const TICKS_PER_MILLISECOND = 10_000n;

export const text = (bytes: Uint8Array | string | undefined) => Buffer.from(bytes ?? '').toString('utf8');

function streamIdentifier(name: string) {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(name));
  return identifier;
}

export function proposedEvent(
  message: streams.AppendReq.ProposedMessage | streams.BatchAppendReq.ProposedMessage,
): ProposedEvent {
  const metadata = message.getMetadataMap();
  return {
    id: message.getId()?.getString() ?? '',
    type: metadata.get('type') ?? '',
    contentType: metadata.get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function expectedHead(options: streams.AppendReq.Options): number {
  if (options.hasNoStream()) return -1;
  if (options.hasRevision()) return Number(options.getRevision());
  throw new Error('The product never appends without an expected revision');
}

export function appendResponse(outcome: Exclude<AppendOutcome, { kind: 'dropped' }>): streams.AppendResp {
  const response = new AppendResp();
  if (outcome.kind === 'wrong-expected-revision') {
    const wrong = new AppendResp.WrongExpectedVersion();
    if (outcome.actual === -1) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(outcome.actual));
    response.setWrongExpectedVersion(wrong);
    return response;
  }
  const success = new AppendResp.Success();
  success.setCurrentRevision(String(outcome.last.revision));
  if (outcome.kind === 'repeated') success.setNoPosition(new shared.Empty());
  else {
    const position = new AppendResp.Position();
    position.setCommitPosition(String(outcome.last.position));
    position.setPreparePosition(String(outcome.last.position));
    success.setPosition(position);
  }
  response.setSuccess(success);
  return response;
}

/** The answer to one append of a batch. */
export function batchResponse(
  request: streams.BatchAppendReq,
  answer: Exclude<AppendOutcome, { kind: 'dropped' }> | ServiceError,
): streams.BatchAppendResp {
  const response = new BatchAppendResp();
  response.setCorrelationId(request.getCorrelationId());
  response.setStreamIdentifier(request.getOptions()?.getStreamIdentifier());
  if (answer instanceof Error) response.setError(errorStatus(answer));
  else if (answer.kind === 'wrong-expected-revision') {
    const wrong = new shared.WrongExpectedVersion();
    if (answer.actual === -1) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentStreamRevision(String(answer.actual));
    response.setError(statusOf(status.ALREADY_EXISTS, 'WrongExpectedVersion', wrong.serializeBinary()));
  } else {
    const success = new BatchAppendResp.Success();
    const position = new shared.AllStreamPosition();
    position.setCommitPosition(String(answer.last.position));
    position.setPreparePosition(String(answer.last.position));
    success.setCurrentRevision(String(answer.last.revision));
    if (answer.kind === 'repeated') success.setNoPosition(new shared.Empty());
    else success.setPosition(position);
    response.setSuccess(success);
  }
  return response;
}

function errorStatus({ code, details, metadata }: ServiceError): google.Status {
  if (metadata.get('exception')[0] === 'stream-deleted') return statusOf(status.NOT_FOUND, 'StreamDeleted');
  if (code === status.ABORTED) return statusOf(status.DEADLINE_EXCEEDED, 'Timeout');
  if (details.startsWith('Exception was thrown')) return statusOf(status.INVALID_ARGUMENT, 'BadRequest');
  return statusOf(status.UNKNOWN, 'Unknown');
}

/** `google.protobuf.Any`, whose class the client does not publish, written by hand. */
function statusOf(code: status, name: string, value: Uint8Array = new Uint8Array()): google.Status {
  const field = (tag: number, content: Uint8Array) => Buffer.from([(tag << 3) | 2, content.length, ...content]);
  const type = Buffer.from(`type.googleapis.com/event_store.client.${name}`);
  const details = Buffer.concat([field(1, type), field(2, value)]);
  const bytes = [Buffer.from([1 << 3, code]), field(2, Buffer.from(name)), field(3, details)];
  return google.Status.deserializeBinary(Buffer.concat(bytes));
}

type RecordedEvent = streams.ReadResp.ReadEvent.RecordedEvent | persistent.ReadResp.ReadEvent.RecordedEvent;

/** Both kinds of subscriptions have a message of the same fields. */
export function recordedEvent<Recorded extends RecordedEvent>(event: LoggedEvent, recorded: Recorded): Recorded {
  const id = new shared.UUID();
  id.setString(event.id);
  recorded.setId(id);
  recorded.setStreamIdentifier(streamIdentifier(event.stream));
  recorded.setStreamRevision(String(event.revision));
  recorded.setCommitPosition(String(event.position));
  recorded.setPreparePosition(String(event.position));
  recorded.setData(event.data);
  recorded.setCustomMetadata(event.metadata);
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(BigInt(event.recordedAt.getTime()) * TICKS_PER_MILLISECOND));
  return recorded;
}

export function eventResponse(event: LoggedEvent): streams.ReadResp {
  const resolved = new ReadResp.ReadEvent();
  resolved.setEvent(recordedEvent(event, new ReadResp.ReadEvent.RecordedEvent()));
  resolved.setCommitPosition(String(event.position));
  const response = new ReadResp();
  response.setEvent(resolved);
  return response;
}

export function streamNotFound(name: string): streams.ReadResp {
  const notFound = new ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(streamIdentifier(name));
  const response = new ReadResp();
  response.setStreamNotFound(notFound);
  return response;
}

export function failure(code: status, details: string, metadata = new Metadata()): ServiceError {
  return Object.assign(new Error(details), { code, details, metadata });
}

export function streamDeleted(name: string): ServiceError {
  const metadata = new Metadata();
  metadata.set('exception', 'stream-deleted');
  metadata.set('stream-name', name);
  const details = `Event stream '${name}' is deleted.`;
  return failure(status.FAILED_PRECONDITION, details, metadata);
}

export function confirmation(id: string): streams.ReadResp {
  const confirmed = new ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId(id);
  const response = new ReadResp();
  response.setConfirmation(confirmed);
  return response;
}

export function caughtUp(): streams.ReadResp {
  const response = new ReadResp();
  response.setCaughtUp(new ReadResp.CaughtUp());
  return response;
}

export function checkpoint(position: bigint): streams.ReadResp {
  const reached = new ReadResp.Checkpoint();
  reached.setCommitPosition(String(position));
  reached.setPreparePosition(String(position));
  const response = new ReadResp();
  response.setCheckpoint(reached);
  return response;
}
