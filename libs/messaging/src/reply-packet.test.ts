import { fromBytes, packError, packResponse, PROGRESS_PACKET, toBytes, unpackReply } from './reply-packet.js';

const LONG = '領収書 "\n" \u0000 🧾'.repeat(1000);

test.each([
  ['a short reply', { version: '1', expenses: '[]' }],
  ['a long text of the first level', { version: '1', expenses: LONG, nextCursor: null }],
  ['several long texts', { first: LONG, second: `${LONG}!`, third: 3 }],
  ['a long text further down', { page: { expenses: LONG } }],
  ['a long text alone', LONG],
  ['a list', [LONG, 'short']],
  ['bytes of the first level', { version: '1', expenses: Buffer.from(LONG), nextCursor: null }],
  ['bytes beside a long text', { bytes: Uint8Array.of(0, 255), text: LONG, none: new Uint8Array() }],
  ['null', null],
  ['nothing', ''],
])('%s arrives unchanged, also as bytes', (_, response) => {
  const packet = packResponse(response);
  expect(unpackReply(packet)).toEqual({ response });
  expect(unpackReply(fromBytes(toBytes(packet)))).toEqual({ response });
});

test('a long text is not escaped', () => {
  const { json, beside } = packResponse({ version: '1', expenses: LONG });
  expect(beside).toEqual([LONG]);
  expect(json.length).toBeLessThan(100);
});

test('an error arrives unchanged', () => {
  const err = { code: 'CONFLICT', message: 'Already paid' };
  expect(unpackReply(fromBytes(toBytes(packError(err))))).toEqual({ err });
});

test('a sign of progress is no reply, and a reply of the same text is no sign of progress', () => {
  expect(unpackReply(fromBytes(toBytes(PROGRESS_PACKET)))).toEqual({ isProgress: true });
  expect(unpackReply(packResponse('progress'))).toEqual({ response: 'progress' });
});

test('bytes that end within a part are refused', () => {
  const bytes = toBytes(packResponse({ expenses: LONG }));
  expect(() => fromBytes(bytes.subarray(0, -1))).toThrow(RangeError);
});
