import { MAX_STREAM_BYTES } from './blobs.js';

/** @throws RangeError after `maxBytes` */
export async function* limitSize(content: AsyncIterable<Buffer>, maxBytes = MAX_STREAM_BYTES): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxBytes) throw new RangeError(`The content is longer than ${maxBytes} bytes`);
    yield chunk;
  }
}
