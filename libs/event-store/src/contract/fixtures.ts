import { randomUUID } from 'node:crypto';
import { eventHash } from '../event-hash.js';
import type { EventHashes, EventStore, NewEvent, Position, RecordedEvent } from '../event-store.js';

export const newCategory = () => `t${randomUUID().replaceAll('-', '')}`;
export const newStream = () => `${newCategory()}-1`;

export function inNamespace(url: string, namespace = newCategory()): string {
  return `${url}${url.includes('?') ? '&' : '?'}namespace=${namespace}`;
}

export function anEvent(data: unknown = {}): NewEvent {
  return { id: randomUUID(), type: 'SomethingHappened', data, metadata: { at: '2026-01-01T00:00:00.000Z' } };
}

export async function readAllOf(
  store: EventStore,
  prefixes: readonly string[],
  after: Position | null = null,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let from = after; ;) {
    const page = await store.readAll({ prefixes, after: from, limit: 7 });
    events.push(...page);
    const last = page.at(-1);
    if (!last) return events;
    from = last.position;
  }
}

export class Inbox {
  readonly events: RecordedEvent[] = [];
  private readonly waiting: { count: number; resolve: () => void }[] = [];

  add(event: RecordedEvent): void {
    this.events.push(event);
    for (const { count, resolve } of this.waiting) if (this.events.length >= count) resolve();
  }

  received(count: number): Promise<void> {
    if (this.events.length >= count) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ count, resolve }));
  }
}

export function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

export function expectedHashes(events: readonly RecordedEvent[]): EventHashes {
  return {
    positions: events.map(({ position }) => position),
    hashes: Buffer.concat(events.map((event) => Buffer.from(eventHash(event), 'hex'))),
  };
}
