import { parseS3Url } from './s3-url.js';

test('a URL contains server, key, secret, bucket and region', () => {
  expect(parseS3Url('https://ke%2By:s%40cret%2F@s3.example.org/outlay-claims?region=eu-north-1')).toEqual({
    endPoint: 's3.example.org',
    port: 443,
    useSSL: true,
    accessKey: 'ke+y',
    secretKey: 's@cret/',
    region: 'eu-north-1',
    bucket: 'outlay-claims',
  });
  expect(parseS3Url('http://key:secret@[::1]:9000/claims/')).toMatchObject({
    endPoint: '::1',
    port: 9000,
    useSSL: false,
    bucket: 'claims',
  });
});

test.each([
  'nothing',
  's3://key:hush@host/bucket',
  'http://host:9000/bucket',
  'http://key@host:9000/bucket',
  'http://key:hush@host:9000/',
  'http://key:hush@host:9000/a/b',
  'http://key:hush@host:9000/Bucket',
])('%s is rejected without showing its secret', (url) => {
  expect(() => parseS3Url(url)).toThrow(RangeError);
  expect(() => parseS3Url(url)).not.toThrow('hush');
});
