import { setTimeout } from 'node:timers/promises';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type shared from '@eventstore/db-client/generated/shared_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import {
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  status,
  type handleBidiStreamingCall,
  type handleClientStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  type ServerDuplexStream,
  type ServerInterceptor,
  type ServiceError,
} from '@grpc/grpc-js';
import { freePort } from '@outlay/testing/backing/free-port';
import { EventLog, type AppendOutcome, type ProposedEvent } from './event-log.js';
import { PersistentSubscriptions } from './persistent-subscriptions.js';
import {
  appendResponse,
  batchResponse,
  eventResponse,
  expectedHead,
  failure,
  proposedEvent,
  streamDeleted,
  text,
} from './protocol.js';
import { readAll, readStream, ServerSubscription, type ReadCall } from './reads.js';

/** A real server parses the id of each event, and fails for any other text. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Faults {
  append:
    | null
    | 'never replies'
    | 'writes and never replies'
    | 'fails midway'
    | 'read-only'
    /** Held for `phaseTimeoutMs`. */
    | 'times out'
    | 'writes and times out'
    | { leader: EventStoreDbServer }
    | { slowBy: number };
  read: null | 'never replies' | 'fails midway' | 'ends early' | { slowBy: number };
  features: null | 'fails';
  /** `silent` as behind a proxy that holds a request back until it is complete. */
  batches: null | 'not offered' | 'silent';
}

/** The settings of TLS, without which the client sends no password. */
export interface Secured {
  readonly certificate: Buffer;
  readonly key: Buffer;
  /** The certificate of the authority that signed `localhost`. */
  readonly caFile: string;
  /** `user:password` in base64. They may change while the server runs. */
  readonly logins: Set<string>;
}

interface Append {
  readonly stream: string;
  readonly expected: number;
  readonly proposed: readonly ProposedEvent[];
}

/** Null for no answer. */
type Answer = Exclude<AppendOutcome, { kind: 'dropped' }> | ServiceError | null;

export class EventStoreDbServer {
  readonly faults: Faults = { append: null, read: null, features: null, batches: null };
  readonly received = { appends: 0, batched: 0, reads: 0, subscriptions: 0, appendsAtOnce: 0 };
  private running = 0;
  /** How long the server holds an append that it will not answer; an option of a real one. */
  phaseTimeoutMs = 2000;
  private readonly subscriptions = new Set<ServerSubscription>();
  private readonly batches = new Set<ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>>();
  readonly persistent: PersistentSubscriptions;

  private constructor(
    readonly log: EventLog,
    readonly port: number,
    private server: Server,
    readonly secured: Secured | null,
  ) {
    this.persistent = new PersistentSubscriptions(log);
  }

  /** @param secured for a server that refuses clients without a password */
  static async start(secured: Secured | null = null): Promise<EventStoreDbServer> {
    // A port that stays free while the server is down.
    const port = await freePort();
    const started = new EventStoreDbServer(new EventLog(), port, await listen(port, secured), secured);
    started.addServices();
    return started;
  }

  get url(): string {
    if (this.secured) return `esdb://localhost:${this.port}?tlsCAFile=${this.secured.caFile}`;
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  get clusterUrl(): string {
    return `esdb+discover://127.0.0.1:${this.port}?tls=false`;
  }

  get openSubscriptions(): readonly ServerSubscription[] {
    return [...this.subscriptions];
  }

  endSubscriptions(): void {
    for (const { call } of this.subscriptions) call.end();
  }

  breakSubscriptions(): void {
    for (const { call } of this.subscriptions) call.emit('error', failure(status.UNAVAILABLE, 'Interrupted'));
  }

  get openBatches(): number {
    return this.batches.size;
  }

  breakBatches(): void {
    for (const call of this.batches) call.emit('error', failure(status.UNAVAILABLE, 'Interrupted'));
  }

  muteSubscriptions(): void {
    for (const subscription of this.subscriptions) subscription.isMuted = true;
  }

  stop(): void {
    this.server.forceShutdown();
    for (const subscription of this.subscriptions) subscription.leave();
    this.subscriptions.clear();
  }

  async restart(): Promise<void> {
    this.server = await listen(this.port, this.secured);
    this.addServices();
  }

  private addServices(): void {
    this.server.addService(StreamsService, {
      append: this.append,
      batchAppend: this.batchAppend,
      read: this.read,
    });
    this.server.addService(ServerFeaturesService, { getSupportedMethods: this.getSupportedMethods });
    this.server.addService(GossipService, { read: this.gossip });
    this.persistent.addTo(this.server);
  }

  private readonly append: handleClientStreamingCall<streams.AppendReq, streams.AppendResp> = async (call, reply) => {
    let stream = '';
    let expected = -1;
    const proposed: ProposedEvent[] = [];
    const { append: fault } = this.faults;
    this.received.appends += 1;
    try {
      for await (const request of call as AsyncIterable<streams.AppendReq>) {
        const options = request.getOptions();
        const message = request.getProposedMessage();
        if (options) {
          stream = text(options.getStreamIdentifier()?.getStreamName());
          expected = expectedHead(options);
        }
        if (message) proposed.push(proposedEvent(message));
        if (fault === 'fails midway' && message) return reply(failure(status.UNAVAILABLE, 'Interrupted'));
      }
    } catch {
      return;
    }
    if (call.cancelled) return;
    const answer = await this.carryOut({ stream, expected, proposed }, fault);
    if (answer instanceof Error) reply(answer);
    else if (answer) reply(null, appendResponse(answer));
  };

  /** Answers each append, unless the server is not the leader: it then ends the call. */
  private readonly batchAppend: handleBidiStreamingCall<streams.BatchAppendReq, streams.BatchAppendResp> = (call) => {
    if (this.faults.batches === 'not offered') {
      call.emit('error', failure(status.UNIMPLEMENTED, 'The server does not implement the method'));
      return;
    }
    this.batches.add(call);
    if (this.faults.batches === 'silent') return;
    call.on('data', async (request: streams.BatchAppendReq) => {
      this.received.appends += 1;
      this.received.batched += 1;
      const { append: fault } = this.faults;
      if (fault === 'fails midway') return call.emit('error', failure(status.UNAVAILABLE, 'Interrupted'));
      const options = request.getOptions();
      const stream = text(options?.getStreamIdentifier()?.getStreamName());
      const proposed = request.getProposedMessagesList().map(proposedEvent);
      const expected = options?.hasNoStream() ? -1 : Number(options?.getStreamPosition());
      const answer = await this.carryOut({ stream, expected, proposed }, fault);
      if (answer instanceof Error && answer.metadata.get('exception')[0] === 'not-leader') call.emit('error', answer);
      else if (answer && !call.cancelled) call.write(batchResponse(request, answer));
    });
    call.on('end', () => call.end());
    call.on('close', () => this.batches.delete(call));
    call.on('error', () => undefined);
  };

  private async carryOut(append: Append, fault: Faults['append']): Promise<Answer> {
    this.running += 1;
    this.received.appendsAtOnce = Math.max(this.received.appendsAtOnce, this.running);
    try {
      return await this.answerTo(append, fault);
    } finally {
      this.running -= 1;
    }
  }

  private async answerTo({ stream, expected, proposed }: Append, fault: Faults['append']): Promise<Answer> {
    if (fault === 'never replies') return null;
    if (!proposed.every(({ id }) => UUID.test(id))) return failure(status.UNKNOWN, 'Exception was thrown by handler.');
    if (fault === 'read-only') return failure(status.UNKNOWN, 'Exception: the disk is full');
    if (fault !== null && typeof fault === 'object') {
      if ('leader' in fault) return notLeader(fault.leader);
      await setTimeout(fault.slowBy, undefined, { ref: false });
    }
    if (fault === 'times out') return this.timedOut('Prepare');
    if (this.log.readable(stream) === 'deleted') return streamDeleted(stream);
    const outcome = this.log.append(stream, proposed, expected);
    if (fault === 'writes and never replies') return null;
    if (fault === 'writes and times out' || outcome.kind === 'dropped') return this.timedOut('Commit');
    if (outcome.kind === 'appended') await outcome.indexed;
    return outcome;
  }

  private async timedOut(phase: 'Prepare' | 'Commit'): Promise<ServiceError> {
    await setTimeout(this.phaseTimeoutMs, undefined, { ref: false });
    return failure(status.ABORTED, `Operation timed out: ${phase} phase timeout.`);
  }

  private readonly read: handleServerStreamingCall<streams.ReadReq, streams.ReadResp> = async (call) => {
    this.received.reads += 1;
    if (typeof this.faults.read === 'object' && this.faults.read !== null)
      await setTimeout(this.faults.read.slowBy, undefined, { ref: false });
    const options = call.request.getOptions();
    if (!options || this.faults.read === 'never replies') return;
    if (this.faults.read === 'fails midway') {
      for (const event of this.log.events.slice(0, 1)) call.write(eventResponse(event));
      call.emit('error', failure(status.UNAVAILABLE, 'Interrupted'));
      return;
    }
    if (this.faults.read === 'ends early') return void call.end();
    if (options.hasSubscription()) this.subscribe(call, options);
    else if (options.hasAll()) readAll(this.log, call, options);
    else readStream(this.log, call, options);
  };

  private subscribe(call: ReadCall, options: streams.ReadReq.Options): void {
    const subscription = new ServerSubscription(this.log, call, options);
    this.subscriptions.add(subscription);
    this.received.subscriptions += 1;
    const leave = () => {
      subscription.leave();
      this.subscriptions.delete(subscription);
    };
    call.on('cancelled', leave);
    call.on('close', leave);
    call.on('finish', leave);
  }

  private readonly getSupportedMethods: handleUnaryCall<shared.Empty, features.SupportedMethods> = (_, reply) => {
    if (this.faults.features === 'fails') return reply(failure(status.INTERNAL, 'Not now'));
    const methods = new features.SupportedMethods();
    methods.setEventStoreServerVersion('24.10.0.0');
    methods.addMethods(supported('event_store.client.streams.Streams', 'batchappend'));
    for (const method of ['create', 'read']) methods.addMethods(supported(PERSISTENT_SUBSCRIPTIONS, method, ['all']));
    reply(null, methods);
  };

  private readonly gossip: handleUnaryCall<shared.Empty, gossip.ClusterInfo> = (_, reply) => {
    const endPoint = new gossip.EndPoint();
    endPoint.setAddress('127.0.0.1');
    endPoint.setPort(this.port);
    const member = new gossip.MemberInfo();
    member.setHttpEndPoint(endPoint);
    member.setIsAlive(true);
    member.setState(gossip.MemberInfo.VNodeState.LEADER);
    const cluster = new gossip.ClusterInfo();
    cluster.addMembers(member);
    reply(null, cluster);
  };
}

const PERSISTENT_SUBSCRIPTIONS = 'event_store.client.persistent_subscriptions.PersistentSubscriptions';

function supported(service: string, name: string, options: string[] = []): features.SupportedMethod {
  const method = new features.SupportedMethod();
  method.setServiceName(service);
  method.setMethodName(name);
  method.setFeaturesList(options);
  return method;
}

async function listen(port: number, secured: Secured | null): Promise<Server> {
  const server = new Server({ interceptors: secured ? [refusingOthersThan(secured.logins)] : [] });
  const credentials = secured
    ? ServerCredentials.createSsl(null, [{ cert_chain: secured.certificate, private_key: secured.key }])
    : ServerCredentials.createInsecure();
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error) => (error ? reject(error) : resolve()));
  });
  return server;
}

function refusingOthersThan(logins: ReadonlySet<string>): ServerInterceptor {
  return (_, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) => {
            const [login] = metadata.get('authorization');
            if (logins.has(String(login).replace(/^Basic /, ''))) proceed(metadata);
            else call.sendStatus({ code: status.UNAUTHENTICATED, details: 'Received HTTP status code 401' });
          },
        }),
    });
}

function notLeader({ port }: EventStoreDbServer): ServiceError {
  const metadata = new Metadata();
  metadata.set('exception', 'not-leader');
  metadata.set('leader-endpoint-host', '127.0.0.1');
  metadata.set('leader-endpoint-port', String(port));
  return failure(status.NOT_FOUND, 'Not the leader', metadata);
}
