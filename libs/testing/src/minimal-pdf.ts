import { deflateSync } from 'node:zlib';

const CATALOG = '/Type /Catalog /Pages 2 0 R';
const PAGES = ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>', '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'];

/** A PDF of one empty page that any viewer opens; different notes give different bytes. `size` is in bytes. */
export function minimalPdf(note = '', size = 0): Buffer {
  const objects = [`<< ${CATALOG} >>`, ...PAGES];
  const build = (padding: number) => pdfOf(objects, `%${note.replace(/[\r\n]/g, ' ')}\n%${' '.repeat(padding)}\n`);
  const smallest = build(0);
  return smallest.length < size ? build(size - smallest.length) : smallest;
}

export interface AttachedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** A PDF of one empty page with files inside it, and with the program that made it. */
export function pdfWithFiles(files: readonly AttachedFile[], creator = ''): Buffer {
  const first = 5;
  const names = files.map(({ name }, index) => `(${name}) ${first + 2 * index} 0 R`);
  const objects = files.flatMap(({ name, content }, index) => {
    const stream = deflateSync(content);
    const specification = `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${first + 2 * index + 1} 0 R >> >>`;
    const start = `<< /Type /EmbeddedFile /Filter /FlateDecode /Length ${stream.length} >>\nstream\n`;
    return [specification, Buffer.concat([Buffer.from(start), stream, Buffer.from('\nendstream')])];
  });
  return pdfOf([
    `<< ${CATALOG} /Names << /EmbeddedFiles << /Names [${names.join(' ')}] >> >> >>`,
    ...PAGES,
    `<< /Creator (${creator}) >>`,
    ...objects,
  ]);
}

function pdfOf(objects: readonly (string | Buffer)[], comment = ''): Buffer {
  const parts = [Buffer.from(`%PDF-1.7\n${comment}`)];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: string | Buffer) => {
    const bytes = Buffer.from(part);
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(`${index + 1} 0 obj\n`);
    add(object);
    add('\nendobj\n');
  }
  const start = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const count = objects.length + 1;
  const info = String(objects[PAGES.length + 1] ?? '').includes('/Creator') ? ` /Info ${PAGES.length + 2} 0 R` : '';
  add(`xref\n0 ${count}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${count} /Root 1 0 R${info} >>\n`);
  add(`startxref\n${String(start).padStart(8, '0')}\n%%EOF\n`);
  return Buffer.concat(parts);
}
