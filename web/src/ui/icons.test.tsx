import { readFile } from 'node:fs/promises';
import { render } from '@testing-library/react';
import * as icons from './icons';

it.each(Object.entries(icons))('%s is drawn', async (_, Icon) => {
  const { container } = render(<Icon />);
  const [file, id] = container.querySelector('use')?.getAttribute('href')?.split('#') ?? [];
  expect(await readFile(`web/public${file}`, 'utf8')).toContain(`<symbol id="${id}" `);
});
