import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const CITING = ['libs', 'services', 'gateway', 'web', 'deploy', 'docs'];
const GENERATED = new Set(['node_modules', 'dist', 'coverage']);

/** The lines of all sources and pages, with their places. */
function* lines(folder: string): Generator<{ place: string; text: string }> {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!GENERATED.has(entry.name)) yield* lines(path);
    } else if (/\.(tsx?|mjs|js|json|md)$/.test(entry.name)) {
      const texts = readFileSync(join(ROOT, path), 'utf8').split('\n');
      yield* texts.map((text, index) => ({ place: `${path}:${index + 1}`, text }));
    }
  }
}

const page = readFileSync(join(ROOT, 'docs', 'product.md'), 'utf8');
const rules = [...page.matchAll(/\*\*(R-\d+\.\d+)\*\*/g)].map(([, rule = '']) => rule);

it('docs/product.md has each rule number once, in its section', () => {
  expect(rules.length).toBeGreaterThan(100);
  expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
  const sections = page.split(/^## (?=\d+\. )/m).slice(1);
  const astray = sections.flatMap((section) => {
    const prefix = `**R-${Number.parseInt(section, 10)}.`;
    return (section.match(/\*\*R-\d+\.\d+\*\*/g) ?? []).filter((rule) => !rule.startsWith(prefix));
  });
  expect(astray).toEqual([]);
});

it('each rule that is cited stands in docs/product.md', () => {
  const known = new Set(rules);
  const cited = CITING.flatMap((folder) => [...lines(folder)]).flatMap(({ place, text }) =>
    (text.match(/\bR-\d+\.\d+\b/g) ?? []).map((rule) => ({ place, rule })),
  );
  expect(cited.length).toBeGreaterThan(300);
  expect(cited.filter(({ rule }) => !known.has(rule))).toEqual([]);
});
