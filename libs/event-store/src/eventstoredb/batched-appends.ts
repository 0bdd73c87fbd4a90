import {
  CancelledError,
  convertToCommandError,
  DeadlineExceededError,
  StreamDeletedError,
  TimeoutError,
  WrongExpectedVersionError,
  type AppendResult,
  type Credentials,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { randomUUID } from 'node:crypto';
import type { ExpectedRevision, NewEvent } from '../event-store.js';
import { wasNeverSent } from './answered-append.js';

type Call = ReturnType<StreamsClient['batchAppend']>;

interface Waiting {
  readonly call: Call;
  readonly settle: (outcome: AppendResult | null | Error) => void;
}

const UNIMPLEMENTED = 12;
const UNAUTHENTICATED = 16;
/** Larger ones would hold up the others: they are a call of their own. */
const MOST_BYTES = 64 * 1024;

/**
 * The appends of a process as messages of one call, which costs half of what a call each does. The client's own batches
 * share one bank of promises among all clients and have no deadline.
 */
export class BatchedAppends {
  private isOffered = true;
  private readonly calls = new WeakMap<StreamsClient, Call>();
  private latest: Call | null = null;
  private readonly waiting = new Map<string, Waiting>();

  constructor(private readonly credentials: Credentials) {}

  /**
   * Null if nothing was sent, or the server has no such call: the append is to be a call of its own.
   * @throws the errors of the client's unary append
   */
  async append(client: EventStoreDBClient, request: Batch, deadlineMs: number, onSend: () => void) {
    if (!this.isOffered || request === null) return null;
    const call = await this.callOf(client);
    onSend();
    return new Promise<AppendResult | null>((resolve, reject) => {
      const id = idOf(request);
      const timer = setTimeout(() => {
        settle(new DeadlineExceededError(undefined, 'No answer'));
        call.cancel();
      }, deadlineMs);
      const settle = (outcome: AppendResult | null | Error) => {
        clearTimeout(timer);
        this.waiting.delete(id);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      };
      this.waiting.set(id, { call, settle });
      call.write(request);
    });
  }

  /** Ends the call after the answers to the appends that wait. */
  close(): void {
    if (this.waiting.size > 0) this.latest?.end();
    else this.latest?.cancel();
  }

  /** The call on the client's connection of now. Appends on an earlier one have an unknown outcome. */
  private async callOf(client: EventStoreDBClient): Promise<Call> {
    const open = (connected: StreamsClient) => {
      const options = client['callArguments']({ credentials: this.credentials }, { deadline: Infinity });
      return this.opened(connected.batchAppend(...options), connected);
    };
    const call = await client['GRPCStreamCreator'](StreamsClient, 'batchAppend', open, this.calls)();
    if (call !== this.latest) this.latest?.cancel();
    this.latest = call;
    return call;
  }

  private opened(call: Call, connected: StreamsClient): Call {
    call.on('data', (response: streams.BatchAppendResp) => {
      this.waiting.get(idOf(response))?.settle(outcomeOf(response));
    });
    call.on('error', (error: Error) => this.ended(call, connected, error));
    call.on('end', () => this.ended(call, connected, new Error('The server ended the call')));
    return call;
  }

  private ended(call: Call, connected: StreamsClient, error: Error): void {
    this.calls.delete(connected);
    call.end();
    const code = 'code' in error ? error.code : undefined;
    if (code === UNIMPLEMENTED) this.isOffered = false;
    // The end of the call says nothing about its appends, unless it was never made.
    const isMade = code !== UNAUTHENTICATED && !wasNeverSent(error);
    const failure = isMade ? new CancelledError(undefined, error.message) : convertToCommandError(error);
    for (const each of [...this.waiting.values()])
      if (each.call === call) each.settle(code === UNIMPLEMENTED ? null : failure);
  }
}

type Batch = streams.BatchAppendReq | null;

/** Null for an append that is too large. @throws for data that are not JSON */
export function toBatch(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Batch {
  const messages = events.map(toMessage);
  const size = messages.reduce((sum, message) => sum + message.getData_asU8().length, 0);
  if (size > MOST_BYTES) return null;
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  const options = new streams.BatchAppendReq.Options();
  options.setStreamIdentifier(identifier);
  if (expected === 'no-stream') options.setNoStream(new shared.Empty());
  else options.setStreamPosition(String(expected));
  const request = new streams.BatchAppendReq();
  request.setCorrelationId(uuid(randomUUID()));
  request.setOptions(options);
  request.setProposedMessagesList(messages);
  request.setIsFinal(true);
  return request;
}

function toMessage({ id, type, data, metadata }: NewEvent): streams.BatchAppendReq.ProposedMessage {
  const message = new streams.BatchAppendReq.ProposedMessage();
  message.setId(uuid(id));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  message.setData(bytes(data));
  message.setCustomMetadata(bytes(metadata));
  return message;
}

function uuid(text: string): shared.UUID {
  const id = new shared.UUID();
  id.setString(text);
  return id;
}

function bytes(value: unknown): Uint8Array {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('An event’s data and metadata must be JSON');
  return Buffer.from(text);
}

function idOf(message: Pick<streams.BatchAppendResp, 'getCorrelationId'>): string {
  return message.getCorrelationId()?.getString() ?? '';
}

function outcomeOf(response: streams.BatchAppendResp): AppendResult | Error {
  const success = response.getSuccess();
  if (!success) return errorOf(response);
  const position = success.getPosition();
  return {
    success: true,
    nextExpectedRevision: BigInt(success.getCurrentRevision()),
    ...(position && {
      position: { commit: BigInt(position.getCommitPosition()), prepare: BigInt(position.getPreparePosition()) },
    }),
  };
}

/** The errors of an append, as the client makes them of the answer to a unary one. */
function errorOf(response: streams.BatchAppendResp): Error {
  const stream = Buffer.from(response.getStreamIdentifier()?.getStreamName_asU8() ?? '').toString();
  const status = response.getError();
  const message = status?.getMessage() ?? 'An answer without a result';
  const details = status?.getDetails();
  switch (details?.getTypeName()) {
    case 'event_store.client.WrongExpectedVersion':
      return WrongExpectedVersionError.fromWrongExpectedVersion(
        shared.WrongExpectedVersion.deserializeBinary(details.getValue_asU8()),
        stream,
      );
    case 'event_store.client.StreamDeleted':
      return StreamDeletedError.fromStreamName(stream);
    case 'event_store.client.Timeout':
      return new TimeoutError(undefined, message);
    default:
      return convertToCommandError(Object.assign(new Error(message), { code: status?.getCode(), details: message }));
  }
}
