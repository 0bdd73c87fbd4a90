import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { isUnavailable } from '@outlay/documents';
import { EventStoreUnavailable, type EventStore, type RecordedEvent, type Subscription } from '@outlay/event-store';
import { Schema, type Connection, type Model } from 'mongoose';
import { ACCOUNT, type AccountStream } from '../stream/account-stream.js';
import type { UserStore } from '../user.store.js';

interface CheckpointRow {
  readonly _id: string;
  readonly position: string;
}

const schema = new Schema<CheckpointRow>(
  { _id: { type: String, required: true }, position: { type: String, required: true } },
  { versionKey: false },
);
const CHECKPOINT = 'accounts';

/** Brings users up to their events, if the documents come from an older backup. Every instance may do so. */
export class AccountProjection implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Accounts');
  private readonly checkpoints: Model<CheckpointRow>;
  private subscription: Subscription | null = null;

  constructor(
    documents: Connection,
    private readonly events: Pick<EventStore, 'subscribe'>,
    private readonly accounts: AccountStream,
    private readonly users: UserStore,
  ) {
    this.checkpoints = documents.model<CheckpointRow>('Checkpoint', schema, 'checkpoints');
  }

  async onApplicationBootstrap(): Promise<void> {
    const checkpoint = await this.checkpoints.findById(CHECKPOINT).lean();
    const after = checkpoint?.position ?? null;
    this.subscription = this.events.subscribe({
      prefixes: [ACCOUNT.prefix],
      after,
      handle: (event) => this.handle(event),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.subscription?.close();
  }

  private async handle({ stream, revision, position }: RecordedEvent): Promise<void> {
    try {
      await this.users.project(await this.accounts.load(stream.slice(ACCOUNT.prefix.length)));
    } catch (error) {
      // The subscription repeats the event; one that cannot be read concerns its account only.
      if (isUnavailable(error) || error instanceof EventStoreUnavailable) throw error;
      this.logger.error(`${stream} revision ${revision} cannot be projected: ${String(error)}`);
    }
    await this.checkpoints.updateOne({ _id: CHECKPOINT }, { $set: { position } }, { upsert: true });
  }
}
