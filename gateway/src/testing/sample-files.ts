const PNG_START = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082',
  'hex',
);

/** A PNG of exactly `size` bytes: a real one, and whatever follows its end. */
export function png(size = PNG_START.length): Buffer {
  const file = Buffer.alloc(size, 0x5a);
  PNG_START.copy(file);
  return file;
}

export const samples: Record<string, { bytes: Buffer; type: string }> = {
  png: { bytes: png(), type: 'image/png' },
  pdf: { bytes: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'), type: 'application/pdf' },
  jpg: { bytes: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'), type: 'image/jpeg' },
  gif: { bytes: Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), type: 'image/gif' },
  webp: {
    bytes: Buffer.from('RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x00', 'latin1'),
    type: 'image/webp',
  },
  heic: { bytes: Buffer.from('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic', 'latin1'), type: 'image/heic' },
  avif: { bytes: Buffer.from('\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif', 'latin1'), type: 'image/avif' },
};

/** What is no receipt, whatever it is called. */
export const impostors: Record<string, Buffer> = {
  SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'SVG with a declaration': Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"></svg>'),
  HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a zip': Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
  'a program': Buffer.from('7f454c4602010100000000000000000002003e0001000000', 'hex'),
  text: Buffer.from('just some text'),
  'one byte': Buffer.from('P'),
};
