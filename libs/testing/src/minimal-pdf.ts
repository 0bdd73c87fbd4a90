/** A PDF of one empty page that any viewer opens; different notes give different bytes. `size` is in bytes. */
export function minimalPdf(note = '', size = 0): Buffer {
  const build = (padding: number) => {
    const offsets: number[] = [];
    let text = `%PDF-1.7\n%${note.replace(/[\r\n]/g, ' ')}\n%${' '.repeat(padding)}\n`;
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    ];
    for (const [index, object] of objects.entries()) {
      offsets.push(Buffer.byteLength(text));
      text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    }
    const start = Buffer.byteLength(text);
    const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    text += `xref\n0 4\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size 4 /Root 1 0 R >>\n`;
    return Buffer.from(`${text}startxref\n${String(start).padStart(8, '0')}\n%%EOF\n`);
  };
  const smallest = build(0);
  return smallest.length < size ? build(size - smallest.length) : smallest;
}
