import { openEventStore } from './open-event-store.js';

test('a URL opens the store on that server, and a malformed one is refused', async () => {
  await expect(openEventStore({ url: 'http://elsewhere', file: '/nowhere' })).rejects.toThrow(/must be like esdb:/);
});
