import { eventually, minimalPdf } from '@outlay/testing';
import { Logger } from '@nestjs/common';
import sharp from 'sharp';
import { heic, lockedPdf, restrictedPdf } from '../testing/sample-files.js';
import { TaskThread } from './task-thread.js';
import type { PdfCondition } from './receipt-thread.js';

beforeAll(() => Logger.overrideLogger(false));

describe('the thread for PDFs', () => {
  const thread = new TaskThread<PdfCondition>('pdfCondition', 20_000);
  afterAll(() => thread.end());
  const pdf = minimalPdf('A receipt', 20_000);

  it.each<[string, Buffer, PdfCondition]>([
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
    expect(await thread.run(content)).toBe(condition);
  });

  it('opens many at once', async () => {
    const contents = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? minimalPdf(`${n}`) : pdf.subarray(0, 5000)));
    const conditions = await Promise.all(contents.map((content) => thread.run(content)));
    expect(conditions).toEqual(contents.map((_, n) => (n % 2 === 0 ? 'readable' : 'unreadable')));
  });
});

describe('the thread for HEIC', () => {
  const thread = new TaskThread<Uint8Array>('heicToJpeg', 20_000);
  afterAll(() => thread.end());

  it('makes the same JPEG each time', async () => {
    const [one, other] = [await thread.run(heic), await thread.run(heic)];
    expect(await sharp(one ?? undefined).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 });
    expect(one && other && Buffer.from(one).equals(other)).toBe(true);
  });

  it('has no result for one that cannot be decoded, and works on', async () => {
    expect(await thread.run(heic.subarray(0, -20))).toBeNull();
    expect(await thread.run(Buffer.from('no image'))).toBeNull();
    expect(await thread.run(heic)).not.toBeNull();
  });
});

describe('the deadline of a task', () => {
  it('does not include the time in which the decoder loads', async () => {
    // Loading takes several times as long. Repeated with new threads, since the file may be late on a busy machine.
    await eventually(async () => {
      const hasty = new TaskThread<PdfCondition>('pdfCondition', 30);
      const condition = await hasty.run(minimalPdf('A receipt'));
      await hasty.end();
      return condition === 'readable';
    });
  });
});

describe('a task past its deadline', () => {
  it('is given up, and the next one runs in a new thread', async () => {
    const hasty = new TaskThread<Uint8Array>('heicToJpeg', 1);
    expect(await hasty.run(heic)).toBeNull();
    expect(await hasty.run(heic)).toBeNull();
    await hasty.end();
  });
});
