/** 1 January 1980, 00:00, the earliest date in a zip: time in the low half, date in the high. */
const DOS_EPOCH = 0x00210000;
const END_SIGNATURE = 0x06054b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const END_SIZE = 22;

/** Needed because exceljs writes the current time. Supports archives without a comment below 4 GiB (APPNOTE 4.3). */
export function stampEntries(zip: Buffer): Buffer {
  const end = zip.length - END_SIZE;
  if (end < 0 || zip.readUInt32LE(end) !== END_SIGNATURE) throw new Error('Not a zip archive');
  const entries = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < entries; entry++) {
    if (zip.readUInt32LE(at) !== CENTRAL_SIGNATURE) throw new Error('Not a zip directory');
    zip.writeUInt32LE(DOS_EPOCH, at + 12);
    zip.writeUInt32LE(DOS_EPOCH, zip.readUInt32LE(at + 42) + 10);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return zip;
}
