import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { compileAhead } from './compile-ahead';
import { compressedFiles } from './compressed-files';
import { routePages } from './route-pages';

// Every file is a request, and six of them are on their way at a time.
const BASE = [
  'web/src/(app/main|lib/api)',
  'web/src/ui/(controls|email-hint|entrance|field|notice|page-header|password-input)',
  'libs/rules/src/(emails|passwords|reimbursement-currencies)',
];
const SIGNED_IN = [
  'web/src/app/(commands/commands|profile-gate|shell)',
  'web/src/expense/(format|receipt-link|status-pill)',
  'web/src/features/my-expenses/list/select-expenses',
  'web/src/lib/use-(arrived|media-query|typed-search)',
  'web/src/ui/(card|empty-state|list-table|rows|skeleton|summary-card|table|toaster)',
  'libs/rules/src/(categories|classification|money)',
];
const CLAIM = [
  'web/src/expense/(claim-values|rate-status|rate-warnings|receipt|receipt-file|receipt-preview|use-fetched-rate)',
  'web/src/lib/(local-today|request-key)',
  'web/src/ui/file-button',
  'libs/rules/src/rate-override',
  'lucide-react/dist/esm/icons/(file-up|trash)',
];
const PANEL = ['web/src/features/admin/(components/admin-(gate|screen)|super-admins)'];
const REPORTS = ['web/src/reports/report-(queries|state|table)'];
const modules = (paths: readonly string[]) => new RegExp(`/(${paths.join('|')})(\\.|/)`);

const BRAND = '#173a33';
const installable: Partial<VitePWAOptions> = {
  // Registered by src/app/install.ts, once somebody is signed in.
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
    globPatterns: ['index.html', 'theme.js', 'favicon.svg', 'assets/*.{js,css,webp}'],
    // Half a megabyte for the few browsers without a viewer, and of no use without a network.
    globIgnores: ['assets/draw-pdf-*.js'],
    dontCacheBustURLsMatching: /^assets\//,
    importScripts: ['share-target.js'],
    inlineWorkboxRuntime: true,
    cleanupOutdatedCaches: true,
    // The page itself comes from the network, so that none is older than the server; the kept one is for when there is
    // none. What the API answers is never looked at. An update waits until the tabs of the old version are closed, whose
    // parts the server no longer has.
    directoryIndex: null,
    navigateFallback: null,
    runtimeCaching: [
      {
        urlPattern: ({ request, url }) =>
          request.mode === 'navigate' && !/^\/(api|uploads|reports)\//.test(url.pathname),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: 'index.html' } },
      },
    ],
  },
};

export default defineConfig({
  plugins: [react(), tailwindcss(), VitePWA(installable), routePages(), compileAhead(), compressedFiles()],
  // Workspace packages are read from their sources, so that a build of the client needs no build before it.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    // Every browser of that target has modulepreload.
    modulePreload: { polyfill: false },
    // Every screen is a lazy route. What several of them share would be a file each, a hundred bytes and a request more:
    // what every page needs is one, what every page behind the login needs another. React and the router change least.
    rolldownOptions: {
      // A text goes where it is shown, so that a chunk carries no other's (src/strings).
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'router', test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history)[\\/]/ },
            { name: 'base', test: modules(BASE) },
            { name: 'signed-in', test: modules(SIGNED_IN) },
            { name: 'claim-parts', test: modules(CLAIM) },
            { name: 'panel', test: modules(PANEL) },
            { name: 'reports', test: modules(REPORTS) },
          ],
        },
      },
    },
  },
});
