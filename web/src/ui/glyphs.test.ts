import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { GLYPHS, PATHS } from './glyphs';

const SOURCES = 'web/src';

it('has a drawing of each glyph', async () => {
  const drawings = await readFile('web/public/glyphs.svg', 'utf8');
  expect(GLYPHS.filter((name) => !drawings.includes(`<symbol id="${name}" `))).toEqual([]);
});

it('has each glyph that a component names', async () => {
  const files = (await readdir(SOURCES, { recursive: true })).filter((file) => file.endsWith('.tsx'));
  const sources = await Promise.all(files.map((file) => readFile(`${SOURCES}/${file}`, 'utf8')));
  const named = sources.flatMap((source) => [...source.matchAll(/<Glyph\s+name="([^"]+)"/g)].map(([, name]) => name));
  const known: readonly unknown[] = [...GLYPHS, ...Object.keys(PATHS)];
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
