// Puts blobs into the folder argv[2] until killed. The content type holds the hash; every other put replaces a key.
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { openBlobs } from '../src/index.ts';

const blobs = await openBlobs({ folder: process.argv[2] });
for (;;) {
  for (const key of ['crash/replaced', `crash/${randomUUID()}/receipt.png`]) {
    const content = randomBytes(randomInt(300_000));
    const contentType = `application/x-${createHash('sha256').update(content).digest('hex')}`;
    await blobs.put(key, content, { contentType });
    process.stdout.write(`${key}\n`);
  }
}
