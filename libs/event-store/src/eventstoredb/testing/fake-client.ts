import type { EventStoreDBClient } from '@eventstore/db-client';
import { PassThrough } from 'node:stream';

type Asked = NonNullable<Parameters<EventStoreDBClient['subscribeToAll']>[0]>;

/** The source that the client gives a subscription; write to it and emit its events. */
export class FakeSource extends PassThrough {
  unsubscriptions = 0;

  constructor(
    readonly asked: Asked,
    private readonly unsubscribed?: Error,
  ) {
    super({ objectMode: true });
  }

  async unsubscribe(): Promise<void> {
    this.unsubscriptions += 1;
    if (this.unsubscribed) throw this.unsubscribed;
  }
}

export function fakeClient({ unsubscribed }: { unsubscribed?: Error } = {}) {
  const sources: FakeSource[] = [];
  const subscribeToAll = (asked: Asked) => {
    const source = new FakeSource(asked, unsubscribed);
    sources.push(source);
    return source;
  };
  return { client: { subscribeToAll } as unknown as EventStoreDBClient, sources };
}

export function resolvedEvent(commit: bigint) {
  const event = { id: `e-${commit}`, type: 'Written', data: {}, metadata: {}, streamId: 'expense-1', revision: 0n };
  return { event: { ...event, isJson: true, position: { commit, prepare: commit }, created: new Date(0) } };
}
