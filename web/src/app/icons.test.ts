import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const OPAQUE = 255;
const TONES = 'draft submitted approved rejected paid approved rejected ink ink ink on-accent'.split(' ');
const THEMES = [
  { name: 'day', selector: ':root {' },
  { name: 'night', selector: "[data-theme='dark'] {" },
];

async function colours(bitmap: string): Promise<string[]> {
  const { data, info } = await sharp(join(import.meta.dirname, bitmap))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixelsApart = (info.width * info.height) / TONES.length;
  return TONES.map((_, place) => {
    for (let pixel = place * pixelsApart; pixel < (place + 1) * pixelsApart; pixel += 1) {
      const [red, green, blue, opacity] = data.subarray(4 * pixel, 4 * pixel + 4);
      if (opacity === OPAQUE) return `#${Buffer.from([red ?? 0, green ?? 0, blue ?? 0]).toString('hex')}`;
    }
    return 'nothing';
  });
}

it.each(THEMES)('list icons have the $name colours (update with npm run icons)', async ({ name, selector }) => {
  const styles = await readFile(join(import.meta.dirname, 'styles.css'), 'utf8');
  const theme = styles.slice(styles.indexOf(selector));
  const tones = TONES.map((tone) => new RegExp(`--${tone}: (#\\w+)`).exec(theme)?.[1]);
  expect(await colours(`icons-${name}.webp`)).toEqual(tones);
});
