import { minimalPdf } from '@outlay/testing';

/** One grey pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);
const SCRIPT = '<html><body><script>alert(document.cookie)</script></body></html>';

/** Files that are both a valid receipt and an HTML page or script. */
export const POLYGLOTS: Readonly<Record<string, { readonly type: string; readonly bytes: Buffer }>> = {
  'a PNG followed by a page': { type: 'image/png', bytes: Buffer.concat([PNG, Buffer.from(SCRIPT)]) },
  'a GIF that is a script': {
    type: 'image/gif',
    bytes: Buffer.concat([
      Buffer.from('GIF89a', 'latin1'),
      Buffer.from([0x2f, 0x2a, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]), // 0x2f2a is both a width and the start of a comment.
      Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]),
      Buffer.from('*/=1;alert(document.cookie)//'),
    ]),
  },
  'a PDF with a page in it': {
    type: 'application/pdf',
    bytes: Buffer.concat([minimalPdf(SCRIPT), Buffer.from(SCRIPT)]),
  },
};

export const IMPOSTORS: Readonly<Record<string, Buffer>> = {
  'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  'an SVG behind a declaration': Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
  'a page': Buffer.from(`<!doctype html>${SCRIPT}`),
  'a page behind a comment': Buffer.from(`<!-- ‰PNG -->${SCRIPT}`),
  'a script': Buffer.from('alert(1)'),
  'an archive': Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
  'a program': Buffer.from('4d5a90000300000004000000ffff0000', 'hex'),
  'a PNG’s first bytes alone': PNG.subarray(0, 8),
  nothing: Buffer.alloc(0),
};
