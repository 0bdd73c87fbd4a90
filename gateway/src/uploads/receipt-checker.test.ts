import { creditNoteUbl, INVOICE, PROFILES } from '@outlay/receipts/testing';
import { minimalPdf, pdfWithFiles } from '@outlay/testing';
import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import sharp from 'sharp';
import { heic, lockedPdf, pngThatClaims, restrictedPdf, samples } from '../testing/sample-files.js';
import { ReceiptChecker } from './receipt-checker.js';

beforeAll(() => Logger.overrideLogger(false));

const DEADLINE_MS = 30_000;
const checker = new ReceiptChecker();
afterAll(() => checker.end());

describe('a PDF', () => {
  const pdf = minimalPdf('A receipt', 20_000);

  it.each<[string, Buffer, string]>([
    ['a PDF', pdf, 'readable'],
    ['one with something after its end', Buffer.concat([pdf, Buffer.alloc(5000, ' ')]), 'readable'],
    ['one that restricts only editing', restrictedPdf, 'readable'],
    ['one that needs a password', lockedPdf, 'locked'],
    ['one without its last quarter', pdf.subarray(0, 15_000), 'unreadable'],
    ['one without its table of objects', pdf.subarray(0, -150), 'unreadable'],
    ['a header alone', Buffer.from('%PDF-1.7\n'), 'unreadable'],
    ['a header and garbage', Buffer.from(`%PDF-1.7\n${'garbage '.repeat(1000)}`), 'unreadable'],
    [
      'no pages',
      Buffer.from(pdf.toString('latin1').replace('/Kids [3 0 R] /Count 1', '/Kids [] /Count 0     '), 'latin1'),
      'unreadable',
    ],
  ])('tells how %s opens', async (_, content, condition) => {
    expect(await checker.check('pdf', content, DEADLINE_MS)).toEqual({ condition });
  });
});

describe('a PDF that a form has joined', () => {
  const invoice = pdfWithFiles([{ name: 'factur-x.xml', content: PROFILES['Factur-X EN 16931']?.(INVOICE) ?? '' }]);
  const photo = samples.jpg?.bytes ?? Buffer.alloc(0);
  const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
  const files = [
    { name: '1 taxi.jpg', content: photo },
    { name: '2 taxi.jpg', content: photo },
    { name: '3 invoice.pdf', content: invoice },
    { name: '4 notes.txt', content: 'No receipt' },
  ];
  const check = (creator: string) => checker.check('pdf', pdfWithFiles(files, creator), DEADLINE_MS);

  it('tells the hash of each receipt in it, and reads the e-invoice in one of them', async () => {
    const ofPhoto = { name: 'taxi.jpg', contentType: 'image/jpeg', size: photo.length, sha256: sha256(photo) };
    const ofInvoice = { name: 'invoice.pdf', contentType: 'application/pdf', size: invoice.length };
    expect(await check('Outlay')).toMatchObject({
      condition: 'readable',
      joined: [ofPhoto, ofPhoto, { ...ofInvoice, sha256: sha256(invoice) }],
      reading: { total: { value: '26.29', certainty: 'exact' } },
    });
  });

  it('is told from one of another program, whose attachments are no receipts', async () => {
    expect(await check('Scanner 3')).toEqual({ condition: 'readable' });
  });

  it('opens with one in it that does not', async () => {
    const content = Buffer.from('%PDF-1.7\ngarbage');
    const verdict = await checker.check('pdf', pdfWithFiles([{ name: '1 a.pdf', content }], 'Outlay'), DEADLINE_MS);
    expect(verdict).toMatchObject({ condition: 'readable', joined: [{ name: 'a.pdf', sha256: sha256(content) }] });
  });
});

describe('an e-invoice in a PDF', () => {
  const facturX = PROFILES['Factur-X EN 16931']?.(INVOICE) ?? '';
  const ubl = PROFILES['Peppol UBL']?.(INVOICE) ?? '';
  const total = (value: string) => ({ reading: { total: { value, certainty: 'exact' } } });
  const check = (...files: [name: string, content: string][]) =>
    checker.check('pdf', pdfWithFiles(files.map(([name, content]) => ({ name, content }))), DEADLINE_MS);

  it.each(Object.entries(PROFILES))('is read: %s', async (_, writer) => {
    const verdict = await check(['factur-x.xml', writer(INVOICE)]);
    expect(verdict).toMatchObject({ condition: 'readable', reading: { source: 'e-invoice' } });
    expect(verdict).toMatchObject(total('26.29'));
  });

  it('is read whatever the name of its file, beside others', async () => {
    expect(await check(['terms.txt', 'None'], ['data.xml', '<a/>'], ['ZUGFeRD-INVOICE.XML', facturX])).toMatchObject(
      total('26.29'),
    );
    expect(await check(['xrechnung.xml', creditNoteUbl(INVOICE)])).toMatchObject(total('-26.29'));
  });

  it('is read if it is there twice, unless the two differ', async () => {
    expect(await check(['a.xml', facturX], ['b.xml', ubl])).toMatchObject(total('26.29'));
    const other = ubl.replaceAll('26.29', '36.29').replaceAll('22.09', '32.09');
    expect(await check(['a.xml', facturX], ['b.xml', other])).toEqual({ condition: 'readable' });
  });

  it.each<[string, string, string]>([
    ['no XML', 'invoice.xml', 'Total 26.29'],
    ['an invoice under a name of text', 'invoice.txt', facturX],
    ['entities', 'invoice.xml', facturX.replace('?>', '?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
    ['20,000 levels', 'invoice.xml', `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`],
    ['nothing', 'invoice.xml', ''],
    ['an XML file of 50 MB', 'invoice.xml', facturX.replace('Gasthof', 'x'.repeat(50_000_000))],
    ['a name of 100 kB', `${'x'.repeat(100_000)}.xml`, facturX],
  ])('does not refuse a PDF with %s', async (_, name, content) => {
    expect(await check([name, content])).toEqual({ condition: 'readable' });
  });

  it('of a billion bytes is refused, and the next file is checked', async () => {
    const bomb = check(['invoice.xml', 'x'.repeat(500_000_000)]);
    expect(await bomb).toEqual({ condition: 'tooDemanding' });
    expect(await check(['invoice.xml', facturX])).toMatchObject(total('26.29'));
  });
});

describe('an image', () => {
  const IMAGE_KINDS = ['png', 'jpg', 'gif', 'webp', 'avif'];
  const check = (content: Buffer) => checker.check('image', content, DEADLINE_MS);
  const sample = (ext: string) => Buffer.from(samples[ext]?.bytes ?? '');
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#fff' }, limitInputPixels: false })
      .png()
      .toBuffer();

  it.each(IMAGE_KINDS)('of kind %s is readable', async (ext) => {
    expect(await check(sample(ext))).toEqual({ condition: 'readable' });
  });

  it.each([
    [10_000, 6_400],
    [30_000, 2_133],
    [1, 30_000],
  ])('of %d × %d pixels is readable', async (width, height) => {
    expect(await check(await blank(width, height))).toEqual({ condition: 'readable' });
  });

  it.each([
    [60_000, 60_000],
    [10_000, 6_401],
    [30_001, 1],
    [1, 30_001],
  ])('with a header of %d × %d is too large', async (width, height) => {
    const content = pngThatClaims(width, height);
    expect(await check(content)).toEqual({ condition: 'tooLarge', width, height, maxPixels: 64_000_000 });
  });

  it.each([
    [2_147_483_647, 2_147_483_647],
    [0, 0],
  ])('with a header of %d × %d is unreadable', async (width, height) => {
    expect(await check(pngThatClaims(width, height))).toEqual({ condition: 'unreadable' });
  });

  it('is too large by the header of a HEIC, an AVIF or a GIF, too', async () => {
    const claiming = (file: Buffer) => {
      const copy = Buffer.from(file);
      copy.writeUInt32BE(60_000, copy.lastIndexOf('ispe') + 8);
      copy.writeUInt32BE(60_000, copy.lastIndexOf('ispe') + 12);
      return copy;
    };
    const gif = sample('gif');
    gif.writeUInt16LE(65_535, 6);
    gif.writeUInt16LE(65_535, 8);
    for (const bomb of [claiming(sample('avif')), gif])
      expect(await check(bomb)).toMatchObject({ condition: 'tooLarge' });
    expect(await checker.check('heic', claiming(heic), DEADLINE_MS)).toMatchObject({ condition: 'tooLarge' });
  });

  it.each(['gif', 'webp'] as const)('with animation, as a %s, counts by one frame', async (kind) => {
    const [width, height, frames] = [4, 7_000, 5];
    const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const;
    const pixels = Buffer.alloc(raw.width * raw.height * 3);
    for (let i = 0; i < frames; i++) pixels.fill(i * 30, i * width * height * 3, (i + 1) * width * height * 3);
    const moving = await sharp(pixels, { raw })[kind]().toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(frames);
    expect(await check(moving)).toEqual({ condition: 'readable' });
  });

  it('that viewers show although a decoder warns of it is readable', async () => {
    const jpeg = sample('jpg');
    const end = jpeg.length - 2;
    const extraneous = Buffer.concat([jpeg.subarray(0, end), Buffer.from([0, 1, 2, 3]), jpeg.subarray(end)]);
    expect(await check(extraneous)).toEqual({ condition: 'readable' });
  });
});

describe('a HEIC photo', () => {
  const convert = async (content: Buffer) => {
    const verdict = await checker.check('heic', content, DEADLINE_MS);
    return verdict.condition === 'readable' ? Buffer.from(verdict.jpeg ?? '') : verdict;
  };

  it('becomes the same JPEG each time', async () => {
    const [one, other] = [await convert(heic), await convert(heic)];
    expect(await sharp(one as Buffer).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 });
    expect(one).toEqual(other);
  });

  it('that cannot be decoded is unreadable, and the next is converted', async () => {
    expect(await convert(heic.subarray(0, -20))).toEqual({ condition: 'unreadable' });
    expect(await convert(Buffer.from('no image'))).toEqual({ condition: 'unreadable' });
    expect(await convert(heic)).toBeInstanceOf(Buffer);
  });
});

describe('a file that is too demanding', () => {
  it('by its time is given up, and the next one is checked in a new process', async () => {
    const hasty = new ReceiptChecker();
    expect(await hasty.check('heic', heic, 0)).toEqual({ condition: 'tooDemanding' });
    expect(await hasty.check('heic', heic, DEADLINE_MS)).toMatchObject({ condition: 'readable' });
    hasty.end();
  });

  it('by its memory is given up, and the next one is checked in a new process', async () => {
    const small = new ReceiptChecker(120 * 1_048_576);
    const raw = { width: 6000, height: 6000, channels: 3 } as const;
    const large = await sharp(Buffer.alloc(raw.width * raw.height * 3), { raw })
      .png({ progressive: true })
      .toBuffer();
    expect(await small.check('image', large, DEADLINE_MS)).toEqual({ condition: 'tooDemanding' });
    expect(await small.check('image', samples.png?.bytes ?? large, DEADLINE_MS)).toEqual({ condition: 'readable' });
    small.end();
  });
});
