import { realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';

// Modules that the first screens share. Without groups, each shared module is a file, which exceeds the limits of first scripts.
const FIRST_SCREENS = {
  base: {
    'web/src/app': ['main.tsx'],
    'web/src/lib': ['api.ts'],
    'web/src/ui': ['brand-mark.tsx', 'controls.tsx', 'field.tsx', 'lazy-part.tsx', 'notice.tsx', 'page-header.tsx'],
    'libs/rules/src': ['emails.ts', 'isolated.ts', 'reimbursement-currencies.ts'],
  },
  shell: {
    'web/src/app': ['profile-gate.tsx', 'shell/shell.tsx'],
    'web/src/expense': [
      ...['list-failure.tsx', 'list-filters.tsx', 'live-list.tsx', 'status-pill.tsx', 'status-summary.tsx'],
      ...['use-expense-list.ts', 'use-one-expense.ts'],
    ],
    'web/src/lib': ['use-typed-search.ts'],
    'web/src/ui': [
      ...['card.tsx', 'empty-state.tsx', 'list-cards.tsx', 'list-table.tsx', 'load-failure.tsx', 'skeleton.tsx'],
      ...['one-press.ts', 'toaster.tsx'],
    ],
    'libs/rules/src': ['categories.ts'],
  },
  panel: {
    'web/src/app/panel': ['admin-gate.tsx', 'admin-screen.tsx'],
    'web/src/panel': ['expense-cells.tsx', 'expense-columns.tsx', 'super-admins.ts'],
  },
};
/** The chunks that keep their names. Those of others would stand in lists of the first scripts, half a kilobyte of them. */
const NAMED = new Set(['react', 'rolldown-runtime', ...Object.keys(FIRST_SCREENS)]);
/** Parts that show and read receipts, in a folder of their own: large, and kept by the service worker from their first use. */
const ON_DEMAND = new Set(['pdfjs', 'read-file']);
const assetFileNames = ({ names: [name = ''] }: { names: readonly string[] }) => {
  // The engine that reads letters asks for its data by their name.
  if (name.endsWith('.gz')) return 'assets/on-demand/[hash]/[name][extname]';
  return `assets/${/\.(m?js|wasm)$/.test(name) ? 'on-demand/' : ''}[name]-[hash][extname]`;
};
const root = join(import.meta.dirname, '..');
const groups = Object.entries(FIRST_SCREENS).map(([name, folders]) => {
  const modules = new Set(
    Object.entries(folders).flatMap(([folder, files]) => files.map((file) => realpathSync(join(root, folder, file)))),
  );
  return { name, test: (id: string) => modules.has(id) };
});

/** The chunks that are there whenever a script of this chunk runs. */
function isLoadedWith(host: string): RegExp {
  const isPanel = host.includes('/panel-');
  const firsts = ['react', 'base', 'runtime', ...(isPanel || host.includes('/shell-') ? ['shell'] : [])];
  return new RegExp(`/(${[...firsts, ...(isPanel ? ['panel'] : [])].join('|')})-`);
}

const BRAND = '#173a33';
const installable: Partial<VitePWAOptions> = {
  injectRegister: false,
  includeManifestIcons: false,
  manifest: {
    id: '/',
    name: 'Outlay',
    short_name: 'Outlay',
    description: 'Expense management: claims, receipts, approvals and payments.',
    start_url: '/my-expenses',
    display: 'standalone',
    theme_color: BRAND,
    background_color: BRAND,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [{ name: 'New expense', url: '/submit-expense' }],
    share_target: {
      action: '/share-target',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'receipt', accept: ['image/*', 'application/pdf'] }] },
    },
  },
  workbox: {
    globPatterns: ['index.html', 'theme.js', 'favicon.svg', 'glyphs.svg', 'assets/*.{js,css}'],
    dontCacheBustURLsMatching: /^assets\//,
    importScripts: ['share-target.js', 'send-unsent.js'],
    inlineWorkboxRuntime: true,
    cleanupOutdatedCaches: true,
    // The page comes from the network and from the cache only when offline, so that it matches the server's version. API
    // responses are not cached. An update waits until the old version's tabs are closed, which need their cached chunks.
    directoryIndex: null,
    navigateFallback: null,
    runtimeCaching: [
      {
        urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/on-demand/'),
        handler: 'CacheFirst',
        options: { cacheName: 'on-demand', expiration: { maxAgeSeconds: 90 * 24 * 60 * 60 } },
      },
      {
        urlPattern: ({ request, url }) =>
          request.mode === 'navigate' && !/^\/(api|uploads|reports)\//.test(url.pathname),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: 'index.html' } },
      },
    ],
  },
};

/** Writes each script and style compressed beside it, so that the gateway need not compress it for every visitor. */
const compressed: Plugin = {
  name: 'compressed',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(m?js|css|wasm)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const path = join(dir, name);
        const content = await readFile(path);
        // The best quality takes ten seconds for the engine that reads letters.
        const quality = content.length > 1_000_000 ? 9 : constants.BROTLI_MAX_QUALITY;
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
      }),
    );
  },
};

/** Workspace packages resolve to their sources, so that they need not be built first. */
export const resolve = {
  alias: [
    { find: /^#/, replacement: `${import.meta.dirname}/src/` },
    // React itself has what the shim adds to versions before 18.
    { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
  ],
  conditions: ['source', 'module', 'browser', 'development|production'],
};

export default defineConfig({
  plugins: [react(), tailwindcss(), VitePWA(installable), compressed],
  resolve,
  // The policy of scripts in this folder lets workers compile WebAssembly (gateway/src/web-client).
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/on-demand/[name]-[hash].js',
        chunkFileNames: 'assets/on-demand/[name]-[hash].js',
        assetFileNames,
      },
    },
  },
  build: {
    target: 'es2023',
    // Tests look up by module which file it is in.
    manifest: true,
    modulePreload: {
      // Every browser of that target supports modulepreload.
      polyfill: false,
      // Lists of files to preload are a part of the first scripts; what the page itself loads need not be in them.
      resolveDependencies: (_file, names, { hostId, hostType }) =>
        hostType === 'html' ? names : names.filter((name) => !isLoadedWith(hostId).test(name)),
    },
    // Inlines each text where it is used, so that no chunk contains another's texts (src/strings).
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        // Each screen has the names of what it may ask for, and hashes do not compress. The bundler takes no shorter ones.
        chunkFileNames: ({ name }) =>
          NAMED.has(name)
            ? `assets/${name.replace('rolldown-', '')}-[hash:7].js`
            : `assets/${ON_DEMAND.has(name) ? 'on-demand/' : ''}[hash:7].js`,
        assetFileNames,
        codeSplitting: {
          groups: [
            // React and the router change least.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history))[\\/]/,
            },
            { name: 'pdfjs', test: /node_modules[\\/]pdfjs-dist[\\/]/ },
            ...groups,
          ],
        },
      },
    },
  },
});
