import sharp from 'sharp';
import { heic, pngThatClaims, samples } from '../testing/sample-files.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { assertSafeImage } from './image-size.js';

const advice = 'Please send one of at most 64 megapixels and 30,000 pixels a side.';
const sample = (ext: string) => Buffer.from(ext === 'heic' ? heic : (samples[ext]?.bytes ?? ''));

describe('an image', () => {
  it.each(['png', 'jpg', 'gif', 'webp', 'avif', 'heic'])('of kind %s is safe to open', async (ext) => {
    await expect(assertSafeImage(sample(ext))).resolves.toBeUndefined();
  });

  it('with HEIF’s general brand is safe to open', async () => {
    const heif = sample('heic');
    heif.write('mif1', 8, 'latin1');
    await expect(assertSafeImage(heif)).resolves.toBeUndefined();
  });

  it.each([
    [10_000, 6_400],
    [30_000, 2_133],
    [1, 30_000],
  ])('with a header of %d × %d is at the limit', async (width, height) => {
    await expect(assertSafeImage(pngThatClaims(width, height))).resolves.toBeUndefined();
  });

  it.each([
    [60_000, 60_000, '60,000 × 60,000 pixels, 3,600 megapixels'],
    [10_000, 6_401, '10,000 × 6,401 pixels, 64.01 megapixels'],
    [30_001, 1, '30,001 × 1 pixels, 0.03 megapixels'],
    [1, 30_001, '1 × 30,001 pixels, 0.03 megapixels'],
  ])('with a header of %d × %d is too large', async (width, height, size) => {
    await expect(assertSafeImage(pngThatClaims(width, height))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: `This image is too large to open safely (${size}). ${advice}`,
    });
  });

  it('is too large by the header of a HEIC, an AVIF or a GIF, too', async () => {
    const claiming = (ext: string, box: string) => {
      const file = sample(ext);
      file.writeUInt32BE(60_000, file.lastIndexOf(box) + 8);
      file.writeUInt32BE(60_000, file.lastIndexOf(box) + 12);
      return file;
    };
    const gif = sample('gif');
    gif.writeUInt16LE(65_535, 6);
    gif.writeUInt16LE(65_535, 8);
    for (const bomb of [claiming('heic', 'ispe'), claiming('avif', 'ispe'), gif]) {
      await expect(assertSafeImage(bomb)).rejects.toThrow(/too large to open safely \(6/);
    }
  });

  it.each(['gif', 'webp'] as const)('with animation, as a %s, counts by one frame', async (kind) => {
    const [width, height, frames] = [4, 7_000, 5];
    const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const;
    const pixels = Buffer.alloc(raw.width * raw.height * 3);
    for (let i = 0; i < frames; i++) pixels.fill(i * 30, i * width * height * 3, (i + 1) * width * height * 3);
    const moving = await sharp(pixels, { raw })[kind]().toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(frames);
    await expect(assertSafeImage(moving)).resolves.toBeUndefined();
  });

  it.each(Object.keys(samples).filter((ext) => ext !== 'pdf'))(
    'of kind %s that is truncated is rejected',
    async (ext) => {
      await expect(assertSafeImage(sample(ext).subarray(0, 32))).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: 'This image cannot be read. Please send it again, or as another kind of image or a PDF.',
      });
    },
  );
});

describe('an image bomb', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  it.each(['/api/expenses', '/api/uploads'])('sent to %s is 400 and not stored', async (path) => {
    const bomb = pngThatClaims(60_000, 60_000);
    expect(bomb.length).toBeLessThan(300);
    const body = new FormData();
    body.append('status', 'draft');
    body.append('receipt', new Blob([new Uint8Array(bomb)]), 'holiday.png');
    const response = await gateway.call(path, { method: 'POST', as: 'member', body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/^This image is too large to open safely \(60,000 × 60,000 pixels/),
      details: [{ field: 'receipt' }],
    });
    expect(await gateway.blobs.list('receipts/')).toEqual([]);
  });
});
