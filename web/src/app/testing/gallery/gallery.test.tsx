import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '@testing-library/react';
import { expectAccessible } from '../expect-accessible';
import { Gallery } from './gallery';

const UI = join(import.meta.dirname, '..', '..', '..', 'ui');
/** Whole pages, which the screenshots of the product have, and parts without a look of their own. */
const ELSEWHERE = new Set(['AuthLayout', 'LoadingScreen', 'Frame', 'Rows', 'VirtualRows', 'Toasts']);

const components = readdirSync(UI)
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .flatMap((name) => [...readFileSync(join(UI, name), 'utf8').matchAll(/^export (?:default )?function ([A-Z]\w*)/gm)])
  .map(([, name = '']) => name);

describe('the gallery', () => {
  it.each(components.filter((name) => !ELSEWHERE.has(name)))('shows %s', (name) => {
    const source = readFileSync(join(import.meta.dirname, 'gallery.tsx'), 'utf8');
    expect(source).toMatch(new RegExp(`<${name}[\\s>]`));
  });

  it('names no component that is gone as shown elsewhere', () => {
    expect([...ELSEWHERE].filter((name) => !components.includes(name))).toEqual([]);
  });

  it('is accessible', async () => {
    render(<Gallery />);
    await expectAccessible();
  });
});
