import { randomUUID } from 'node:crypto';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { EventLog, LoggedEvent } from './event-log.js';
import { caughtUp, checkpoint, confirmation, eventResponse, streamDeleted, streamNotFound, text } from './protocol.js';

export type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>;

const { ReadDirection } = streams.ReadReq.Options;
const SEARCH_WINDOW = 32;

export function readStream(log: EventLog, call: ReadCall, options: streams.ReadReq.Options): void {
  const from = options.getStream();
  const name = text(from?.getStreamIdentifier()?.getStreamName());
  const events = log.readable(name);
  if (events === 'deleted') {
    call.emit('error', streamDeleted(name));
    return;
  }
  if (events === 'not found') call.write(streamNotFound(name));
  else {
    const first = from?.hasRevision() ? Number(from.getRevision()) : 0;
    const wanted = events.filter(({ revision }) => Number(revision) >= first);
    for (const event of wanted.slice(0, Number(options.getCount()))) call.write(eventResponse(event));
  }
  call.end();
}

/** Reads backwards from the end only; forwards from the position of an event, which is included. */
export function readAll(log: EventLog, call: ReadCall, options: streams.ReadReq.Options): void {
  const count = Number(options.getCount());
  const from = options.getAll()?.getPosition()?.getCommitPosition();
  const isForwards = options.getReadDirection() === ReadDirection.FORWARDS;
  const events = isForwards
    ? log.events.filter(({ position }) => position >= BigInt(from ?? 0)).slice(0, count)
    : log.events.slice(-count).reverse();
  for (const event of events) call.write(eventResponse(event));
  call.end();
}

/** Sends in EventStoreDB's order: confirmation, history, caught up, live. */
export class ServerSubscription {
  isMuted = false;
  private considered = 0;
  private readonly prefixes: readonly string[];
  private readonly checkpointInterval: number;
  private readonly unfollow: () => void;

  constructor(
    log: EventLog,
    readonly call: ReadCall,
    options: streams.ReadReq.Options,
  ) {
    const filter = options.getFilter();
    this.prefixes = filter?.getStreamIdentifier()?.getPrefixList() ?? [];
    this.checkpointInterval = (filter?.getCheckpointintervalmultiplier() ?? 1) * SEARCH_WINDOW;
    const position = options.getAll()?.getPosition();
    const after = position ? BigInt(position.getCommitPosition()) : -1n;
    call.write(confirmation(randomUUID()));
    for (const event of log.events) if (event.position > after) this.consider(event);
    call.write(caughtUp());
    this.unfollow = log.follow((event) => this.consider(event));
  }

  leave(): void {
    this.unfollow();
  }

  private consider(event: LoggedEvent): void {
    if (this.isMuted) return;
    if (this.prefixes.some((prefix) => event.stream.startsWith(prefix))) this.call.write(eventResponse(event));
    this.considered += 1;
    if (this.considered % this.checkpointInterval === 0) this.call.write(checkpoint(event.position));
  }
}
