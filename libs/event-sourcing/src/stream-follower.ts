import {
  EventStoreUnavailable,
  type EventStore,
  type Position,
  type RecordedEvent,
  type Subscription,
} from '@outlay/event-store';

interface FollowerPorts {
  /** The prefix of the streams to follow. */
  readonly prefix: string;
  readonly checkpoint: { read(): Promise<Position | null>; write(position: Position): Promise<void> };
  /** Writes what the stream says, with the id that follows the prefix. May be called again, and at once elsewhere. */
  readonly project: (id: string) => Promise<void>;
  /** The event is repeated; after any other failure it is left out, since it concerns its stream only. */
  readonly isUnavailable: (error: unknown) => boolean;
  readonly warn: (message: string) => void;
}

/** Brings documents up to the events of their streams, if they come from an older backup. Every instance may do so. */
export class StreamFollower {
  private subscription: Subscription | null = null;

  constructor(
    private readonly events: Pick<EventStore, 'subscribe'>,
    private readonly ports: FollowerPorts,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { prefix, checkpoint, warn } = this.ports;
    const after = await checkpoint.read();
    this.subscription = this.events.subscribe({
      prefixes: [prefix],
      after,
      handle: (event) => this.handle(event),
      hidden: async (stream) => warn(`${stream} was deleted, or its events were hidden, in the event store`),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.subscription?.close();
  }

  private async handle({ stream, revision, position }: RecordedEvent): Promise<void> {
    const { prefix, checkpoint, project, isUnavailable, warn } = this.ports;
    try {
      await project(stream.slice(prefix.length));
    } catch (error) {
      if (isUnavailable(error) || error instanceof EventStoreUnavailable) throw error;
      warn(`${stream} revision ${revision} cannot be projected: ${String(error)}`);
    }
    await checkpoint.write(position);
  }
}
