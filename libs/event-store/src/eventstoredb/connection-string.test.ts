import { openEventStore } from '../open-event-store.js';
import { parseConnectionString } from './connection-string.js';

const ALWAYS = 'throwOnAppendFailure=true';

test.each([
  ['esdb://admin:s%40fe@events:2113', `esdb://events:2113?${ALWAYS}`],
  ['esdb://admin:s%40fe@a:1,b:2,c:3?tls=true', `esdb://a:1,b:2,c:3?tls=true&${ALWAYS}`],
  ['esdb+discover://admin:s%40fe@cluster.dns', `esdb+discover://cluster.dns?${ALWAYS}`],
  ['kurrentdb+discover://admin:s%40fe@cluster.dns', `esdb+discover://cluster.dns?${ALWAYS}`],
  [' esdb://admin:s%40fe@events?throwOnAppendFailure=false', `esdb://events?throwOnAppendFailure=false&${ALWAYS}`],
])('%s is split into an address without the password, and credentials', (url, address) => {
  const credentials = { username: 'admin', password: 's@fe' };
  expect(parseConnectionString(url)).toEqual({ address, credentials, namespace: null });
});

test.each([
  ['esdb://events?tls=false&namespace=acme', `esdb://events?tls=false&${ALWAYS}`],
  ['esdb://events?Namespace=other&namespace=acme&tls=false', `esdb://events?tls=false&${ALWAYS}`],
  ['esdb://admin:hush@events?namespace=acme', `esdb://events?${ALWAYS}`],
])('%s is split into the last namespace and an address without it', (url, address) => {
  expect(parseConnectionString(url)).toMatchObject({ address, namespace: 'acme' });
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
  'esdb://admin:hush@events?namespace=',
  'esdb://admin:hush@events?namespace=a-b',
  'esdb://admin:hush@events?namespace=a.b',
])('%s is rejected without showing the password', async (url) => {
  const opened = openEventStore({ file: 'unused', url });
  await expect(opened).rejects.toBeInstanceOf(RangeError);
  await expect(opened).rejects.not.toThrow(/hush/);
});

test.each([
  ['http://events:2113?tls=false', 'must be like esdb://'],
  ['esdb://events:2113', 'needs user:password@'],
  ['esdb://events?tls=false&namespace=a-b', 'letters, digits and underscores'],
])('the error for %s names the mistake', (url, mistake) => {
  expect(() => parseConnectionString(url)).toThrow(mistake);
});
