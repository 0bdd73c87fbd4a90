import type { Plugin, Rolldown } from 'vite';

const SIGNED_IN = 'app/profile-gate';
const SHELL = [SIGNED_IN, 'app/shell/shell'];

/** The modules of each route's screen, relative to `web/src`, as in `src/app/routes.ts`. */
export const SCREENS: Readonly<Record<string, readonly string[]>> = {
  login: ['features/login/components/login-screen'],
  register: ['features/register/components/register-screen'],
  'my-expenses': [...SHELL, 'features/my-expenses/components/my-expenses-screen'],
  'submit-expense': [SIGNED_IN, 'features/submit-expense/components/submit-expense-screen'],
  'my-reports': [...SHELL, 'features/my-reports/components/my-reports-screen'],
  admin: [...SHELL, 'app/panel/admin-screen'],
  'admin-expenses': [...SHELL, 'app/panel/admin-expenses-screen'],
  audit: [...SHELL, 'app/panel/audit-screen'],
  settings: [...SHELL, 'features/settings/components/settings-screen'],
  'get-token': ['app/get-token-page'],
};

export const BELOW: Readonly<Record<string, readonly string[]>> = {
  'submit-expense': ['features/submit-expense/components/claim'],
};

/** Emits a page per route, whose preload links load the route's chunks along with the router and not after it. */
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
    if (!chunk) throw new Error(`No chunk contains ${module}`);
    add(chunk.fileName);
  }
  return [...files];
}
