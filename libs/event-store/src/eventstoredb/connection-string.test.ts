import { openEventStore } from '../open-event-store.js';
import { parseConnectionString } from './connection-string.js';

const ALWAYS = 'throwOnAppendFailure=true';

test.each([
  ['esdb://admin:s%40fe@events:2113', `esdb://events:2113?${ALWAYS}`],
  ['esdb://admin:s%40fe@a:1,b:2,c:3?tls=true', `esdb://a:1,b:2,c:3?tls=true&${ALWAYS}`],
  ['esdb+discover://admin:s%40fe@cluster.dns', `esdb+discover://cluster.dns?${ALWAYS}`],
  ['kurrentdb+discover://admin:s%40fe@cluster.dns', `esdb+discover://cluster.dns?${ALWAYS}`],
  [' esdb://admin:s%40fe@events?throwOnAppendFailure=false', `esdb://events?throwOnAppendFailure=false&${ALWAYS}`],
])('%s is an address without the password, and credentials', (url, address) => {
  expect(parseConnectionString(url)).toEqual({ address, credentials: { username: 'admin', password: 's@fe' } });
});

test('a server without TLS needs no credentials', () => {
  expect(parseConnectionString('esdb://events:2113?tls=false')).toMatchObject({
    address: `esdb://events:2113?tls=false&${ALWAYS}`,
    credentials: expect.anything(),
  });
});

test.each([
  'esdb://events:2113',
  'http://admin:hush@events:2113',
  'esdb://admin:hush@',
  'esdb://admin:hush',
  'esdb://admin:hush@events:port',
  'events:2113',
])('%s is refused without a word of its password', async (url) => {
  const opened = openEventStore({ file: 'unused', url });
  await expect(opened).rejects.toBeInstanceOf(RangeError);
  await expect(opened).rejects.not.toThrow(/hush/);
});
