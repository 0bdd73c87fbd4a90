import { PdfDocument, textWidth } from './pdf-document.js';

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const page = { width: 300, height: 400 };
const written = (text: string) => {
  const pdf = new PdfDocument(page);
  pdf.drawText(text, { x: 30, y: 340, size: 16 });
  return latin1(pdf.bytes());
};

test('each offset of the cross-reference table leads to its object', () => {
  const pdf = new PdfDocument(page, { title: 'Hôtel', createdAt: new Date('2026-03-31T10:11:12Z') });
  pdf.drawText('Zürich – 12 €', { x: 30, y: 340, size: 16, font: 'bold', colour: [0.1, 0.2, 0.3] });
  pdf.fillRectangle({ x: 0, y: 0, width: 10, height: 5, colour: [1, 0, 0] });
  const file = latin1(pdf.bytes());
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
  expect(file.slice(start)).toMatch(/^xref\n0 6\n/);
  const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => file.slice(offset, offset + 7))).toEqual([1, 2, 3, 4, 5].map((id) => `${id} 0 obj`));
  expect(file).toContain('/CreationDate (D:20260331101112Z)');
  expect(file).toContain('/Title <feff004800f400740065006c>');
});

test('the declared length of the content is its length in bytes', () => {
  const [, length, content] = /\/Length (\d+) >>\nstream\n([^]*)\nendstream/.exec(written('Café (12 €)')) ?? [];
  expect(content?.length).toBe(Number(length));
});

test('text is written in the encoding of the fonts, its delimiters escaped', () => {
  expect(written('a(b)\\c')).toContain('(a\\(b\\)\\\\c) Tj');
  expect(written('é–€')).toContain('(\xe9\x96\x80) Tj');
});

test.each(['→', '東', '\n'])('rejects %j, which the standard fonts cannot write', (letter) => {
  expect(() => written(`a${letter}`)).toThrow(RangeError);
});

test('measures text by the widths of its letters', () => {
  expect(textWidth('1,190.00', 'regular', 10)).toBeCloseTo(38.92);
  expect(textWidth('Total', 'bold', 10)).toBeCloseTo(23.89);
  expect(textWidth('é', 'regular', 9)).toBe(textWidth('e', 'regular', 9));
});
