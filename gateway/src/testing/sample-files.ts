import { crc32 } from 'node:zlib';

const PNG_START = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082',
  'hex',
);

export function png(size = PNG_START.length): Buffer {
  const file = Buffer.alloc(size, 0x5a);
  PNG_START.copy(file);
  return file;
}

export function pngThatClaims(width: number, height: number): Buffer {
  const file = png();
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
  return file;
}

/** 2 × 2 red pixels, made by a real encoder of each format. */
const JPEG =
  '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgV' +
  'GC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAACAAIDASIAAhEBAxEB/8QA' +
  'FQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAUEQEAAAAAAAAAAAAA' +
  'AAAAAAAA/9oADAMBAAIRAxEAPwCeAGpH/9k=';
const GIF = 'R0lGODlhAgACAIAAAExpccwzMyH5BAUAAAAALAAAAAACAAIAAAICjFMAOw==';
const WEBP = 'UklGRjQAAABXRUJQVlA4ICgAAACQAQCdASoCAAIAAsBMJaACdLoAA5gA/ujXHrz1McX/5mj9JvpN3MAA';
const AVIF =
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9j' +
  'AAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACMAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlw' +
  'cnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMA' +
  'AAArbWRhdBIACgc4ADaQENBpMhYZQmMEwAA0AACQQMkcYVFHS1/UFJsg';
/** As phones write it: a grid of HEVC tiles, 64 × 48 pixels. */
const HEIC =
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAaptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRt' +
  'AAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHOAAEAAAAAAAAAHgACAAEAAAAAAAAAAQAAAAAAAAAIAAAA' +
  'OGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADVaXBycAAAALNpcGNvAAAAc2h2Y0MBA3AA' +
  'AAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACdCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprmw' +
  'IAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAA' +
  'GmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAACZtZGF0AAAAGigBrxOA+BDhp//8TSj/+rHPD9PM' +
  'e/OikM+A';

const decode = (base64: string) => Buffer.from(base64, 'base64');

export const samples: Record<string, { bytes: Buffer; type: string }> = {
  png: { bytes: png(), type: 'image/png' },
  pdf: { bytes: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'), type: 'application/pdf' },
  jpg: { bytes: decode(JPEG), type: 'image/jpeg' },
  gif: { bytes: decode(GIF), type: 'image/gif' },
  webp: { bytes: decode(WEBP), type: 'image/webp' },
  heic: { bytes: decode(HEIC), type: 'image/heic' },
  avif: { bytes: decode(AVIF), type: 'image/avif' },
};

export const impostors: Record<string, Buffer> = {
  SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'SVG with a declaration': Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"></svg>'),
  HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a zip': Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
  'a program': Buffer.from('7f454c4602010100000000000000000002003e0001000000', 'hex'),
  text: Buffer.from('just some text'),
  'one byte': Buffer.from('P'),
};
