import { appending } from './contract/appending.js';
import { reading } from './contract/reading.js';
import { subscribing } from './contract/subscribing.js';
import type { EventStore } from './event-store.js';

export { inNamespace } from './contract/fixtures.js';
export { openPatientEventStoreDb } from './contract/patient.js';
export { embedded, openTestEventStore, testEventStoreOptions } from './contract/test-event-store.js';

export interface EventStoreUnderTest {
  readonly store: EventStore;
  close(): Promise<void>;
}

/** The store may hold other events, and other processes may write to it meanwhile. */
export function eventStoreContract(name: string, setUp: () => Promise<EventStoreUnderTest>): void {
  describe(`${name} as an event store`, () => {
    let underTest: EventStoreUnderTest;
    beforeAll(async () => {
      underTest = await setUp();
    });
    afterAll(() => underTest.close());
    const store = () => underTest.store;

    appending(store);
    reading(store);
    subscribing(store);

    test('a working store is ready', async () => {
      expect(await store().isReady()).toBe(true);
    });
  });
}
