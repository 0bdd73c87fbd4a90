/** `npm run icons`: draws the bitmaps of `src/app/icons.css`, one per theme. */
import { readFile } from 'node:fs/promises';
import { Banknote, Check, CircleCheck, CircleX, Pencil, PencilLine, Send, Trash2, Undo2, X } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';

const ICONS = [
  [PencilLine, 'draft'],
  [Send, 'submitted'],
  [CircleCheck, 'approved'],
  [CircleX, 'rejected'],
  [Banknote, 'paid'],
  [Check, 'approved'],
  [X, 'rejected'],
  [Undo2, 'ink'],
  [Pencil, 'ink'],
  [Trash2, 'ink'],
  [Check, 'on-accent'],
];
/** In bitmap pixels: sharp at a device pixel ratio of 3. */
const SIZE = 48;
/** Three times the height, so that no neighbour shows in a taller button. */
const APART = 3 * SIZE;

const source = (name) => new URL(`src/app/${name}`, import.meta.url);
const styles = await readFile(source('styles.css'), 'utf8');
const [day, night] = [':root', "[data-theme='dark']"].map((theme) => styles.slice(styles.indexOf(`${theme} {`)));

for (const [name, tones] of Object.entries({ day, night })) {
  const icons = ICONS.map(([icon, tone], place) => {
    const color = new RegExp(`--${tone}: (#\\w+)`).exec(tones)[1];
    return createElement(icon, { key: place, color, size: SIZE, y: place * APART });
  });
  const sheet = createElement(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width: SIZE, height: ICONS.length * APART },
    icons,
  );
  await sharp(Buffer.from(renderToStaticMarkup(sheet)))
    .webp({ lossless: true, effort: 6 })
    .toFile(source(`icons-${name}.webp`).pathname);
}
