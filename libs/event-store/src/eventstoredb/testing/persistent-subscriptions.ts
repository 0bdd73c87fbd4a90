import { randomUUID } from 'node:crypto';
import { PersistentSubscriptionsService } from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import persistent from '@eventstore/db-client/generated/persistent_pb.js';
import {
  Metadata,
  status,
  type handleBidiStreamingCall,
  type handleUnaryCall,
  type Server,
  type ServiceError,
} from '@grpc/grpc-js';
import type { EventLog, LoggedEvent } from './event-log.js';
import { failure, recordedEvent } from './protocol.js';

const { CreateResp, ReadResp } = persistent;

interface Group {
  readonly prefixes: readonly string[];
  /** The ids of acknowledged events. */
  readonly acknowledged: Set<string>;
}

/** The persistent subscriptions to all streams, with one reader each. Unacknowledged events are sent again. */
export class PersistentSubscriptions {
  private readonly groups = new Map<string, Group>();
  readonly received = { acks: 0, retries: 0 };
  /** Events stored before a reader connects are sent in the opposite order, as after many retries. */
  isReversed = false;

  constructor(private readonly log: EventLog) {}

  addTo(server: Server): void {
    server.addService(PersistentSubscriptionsService, { create: this.create, read: this.read });
  }

  private readonly create: handleUnaryCall<persistent.CreateReq, persistent.CreateResp> = ({ request }, reply) => {
    const options = request.getOptions();
    const name = options?.getGroupName() ?? '';
    if (this.groups.has(name)) return reply(groupExists(name));
    const prefixes = options?.getAll()?.getFilter()?.getStreamIdentifier()?.getPrefixList() ?? [];
    this.groups.set(name, { prefixes, acknowledged: new Set() });
    reply(null, new CreateResp());
  };

  private readonly read: handleBidiStreamingCall<persistent.ReadReq, persistent.ReadResp> = (call) => {
    let group: Group | undefined;
    let unfollow = () => undefined as void;
    const send = (event: LoggedEvent, retries = 0) => {
      if (!group?.prefixes.some((prefix) => event.stream.startsWith(prefix))) return;
      if (!group.acknowledged.has(event.id)) call.write(eventResponse(event, retries));
    };
    call.on('data', (request: persistent.ReadReq) => {
      const [options, ack, nack] = [request.getOptions(), request.getAck(), request.getNack()];
      if (options) {
        group = this.groups.get(options.getGroupName());
        if (!group) return void call.emit('error', failure(status.NOT_FOUND, 'No such group'));
        call.write(confirmation());
        const stored = [...this.log.events];
        for (const event of this.isReversed ? stored.reverse() : stored) send(event);
        unfollow = this.log.follow((event) => send(event));
      }
      for (const id of ack?.getIdsList() ?? []) group?.acknowledged.add(id.getString());
      this.received.acks += ack?.getIdsList().length ?? 0;
      for (const id of nack?.getIdsList() ?? []) {
        this.received.retries += 1;
        const refused = this.log.events.find((event) => event.id === id.getString());
        if (refused) send(refused, 1);
      }
    });
    const leave = () => {
      unfollow();
      call.end();
    };
    call.on('end', leave);
    call.on('cancelled', leave);
    call.on('error', leave);
  };
}

function groupExists(name: string): ServiceError {
  const metadata = new Metadata();
  metadata.set('exception', 'persistent-subscription-exists');
  metadata.set('group-name', name);
  return failure(status.ALREADY_EXISTS, `Group '${name}' already exists.`, metadata);
}

function confirmation(): persistent.ReadResp {
  const confirmed = new ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId(randomUUID());
  const response = new ReadResp();
  response.setSubscriptionConfirmation(confirmed);
  return response;
}

function eventResponse(event: LoggedEvent, retries: number): persistent.ReadResp {
  const resolved = new ReadResp.ReadEvent();
  resolved.setEvent(recordedEvent(event, new ReadResp.ReadEvent.RecordedEvent()));
  resolved.setCommitPosition(String(event.position));
  resolved.setRetryCount(retries);
  const response = new ReadResp();
  response.setEvent(resolved);
  return response;
}
