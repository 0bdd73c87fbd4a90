import { readFileSync } from 'node:fs';
import { BELOW, SCREENS } from '../../route-pages';

const routes = readFileSync(`${import.meta.dirname}/routes.ts`, 'utf8');

const imported = [...routes.matchAll(/import\('([^']+)'\)/g)].map(([, module = '']) =>
  module.startsWith('#') ? module.slice('#'.length) : `app/${module.slice('./'.length)}`,
);

it('lists exactly the screens of the routes', () => {
  expect(imported.length).toBeGreaterThan(0);
  expect(new Set(Object.values(SCREENS).flat())).toEqual(new Set(imported));
});

it.each(Object.entries(SCREENS))('lists the screen of /%s', (path, modules) => {
  const route = routes.split('createRoute(').find((text) => text.includes(`path: '${path}',`));
  expect(route).toContain(`${modules.at(-1)}'`.replace('app/', ''));
});

it.each(Object.entries(BELOW))('lists the modules that /%s loads below its heading', (path, modules) => {
  const screen = readFileSync(`${import.meta.dirname}/../${SCREENS[path]?.at(-1)}.tsx`, 'utf8');
  for (const module of modules) expect(screen).toContain(`import('./${module.split('/').at(-1)}')`);
});
