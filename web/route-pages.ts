import type { Plugin, Rolldown } from 'vite';

const SIGNED_IN = 'app/profile-gate';
const SHELL = [SIGNED_IN, 'app/shell/shell'];

/** What each route's screen is made of, in `web/src`; as `src/app/routes.ts` has it. */
export const SCREENS: Readonly<Record<string, readonly string[]>> = {
  login: ['features/login/components/login-screen'],
  register: ['features/register/components/register-screen'],
  'my-expenses': [...SHELL, 'features/my-expenses/components/my-expenses-screen'],
  'submit-expense': [SIGNED_IN, 'features/submit-expense/components/submit-expense-screen'],
  'my-reports': [...SHELL, 'features/my-reports/components/my-reports-screen'],
  admin: [...SHELL, 'features/admin/components/admin-screen'],
  'admin-expenses': [...SHELL, 'features/admin/components/admin-expenses-screen'],
  settings: [...SHELL, 'features/settings/components/settings-screen'],
  'get-token': ['app/get-token-page'],
};

/** What a screen loads to draw below its heading. */
export const BELOW: Readonly<Record<string, readonly string[]>> = {
  'submit-expense': ['features/submit-expense/components/claim'],
};

/**
 * A page for every route, which is index.html with the route's own files named in it: the browser asks for them together
 * with the router, instead of when the router has run and asks for the screen. What is drawn below the heading must not
 * hold that up: it is asked for along with the rest, and comes after it.
 */
export function routePages(): Plugin {
  return {
    name: 'outlay:route-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') throw new Error('The client has no index.html');
      const page = index.source.toString();
      for (const [path, modules] of Object.entries(SCREENS)) {
        const first = filesOf(modules, bundle).filter((file) => !page.includes(file));
        const below = filesOf(BELOW[path] ?? [], bundle).filter(
          (file) => !page.includes(file) && !first.includes(file),
        );
        const links = [
          ...first.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
          ...below.map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`),
        ];
        const source = page.replace('</head>', `${links.join('\n  ')}\n  $&`);
        this.emitFile({ type: 'asset', fileName: `${path}.html`, source });
      }
    },
  };
}

/** The files these modules are in, and those they cannot run without. */
function filesOf(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const files = new Set<string>();
  const add = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    chunks.find(({ fileName }) => fileName === file)?.imports.forEach(add);
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/src/${module}.tsx`)));
    if (!chunk) throw new Error(`Nothing of the client is called ${module}`);
    add(chunk.fileName);
  }
  return [...files];
}
