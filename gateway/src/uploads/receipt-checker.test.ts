import { minimalPdf } from '@outlay/testing';
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
