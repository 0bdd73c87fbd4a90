import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const STORED = 0;

interface ZipEntry {
  readonly name: string;
  readonly read: () => Buffer;
}

/** The entries of a zip below 4 GB, by its directory. @throws RangeError if it is malformed */
export function* zipEntries(zip: Buffer): Generator<ZipEntry> {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== END) end -= 1;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new RangeError('The directory of the zip is malformed');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const [method, size, start] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const read = () => {
      const content = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
      const bytes = zip.subarray(content, content + size);
      return method === STORED ? bytes : inflateRawSync(bytes);
    };
    yield { name, read };
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
}
