import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { compileAhead } from './compile-ahead.ts';
import { compressedFiles } from './compressed-files.ts';
import { routePages } from './route-pages.ts';

// Shared modules are grouped, since a browser loads only six files at a time.
const BASE = [
  'web/src/(app/main|lib/api)',
  'web/src/ui/(brand-mark|controls|field|lazy-part|notice|page-header)',
  'libs/rules/src/(emails|isolated|reimbursement-currencies)',
];
const SIGNED_OUT = ['web/src/ui/(auth-layout|password-input)', 'lucide-react/dist/esm/icons/eye(-off)?'];
const SIGNED_IN = [
  'web/src/app/(commands/commands|profile-gate|shell)',
  'web/src/expense/(expense-list|format|list-failure|list-filters|live-list|refreshed-page|status-(pill|summary)|use-(expense-list|list-version|one-expense))',
  'web/src/lib/use-(media-query|typed-search)',
  'lucide-react/dist/esm/icons/pencil',
  'web/src/ui/(card|empty-state|list-(cards|table)|load-failure|rows|skeleton|summary-card|table|toaster)',
  'libs/rules/src/categories',
];
const OWN = ['web/src/expense/receipt-link', 'lucide-react/dist/esm/icons/trash(-2)?'];
// With what details show of a claim besides.
const RECEIPT = ['web/src/expense/(receipt|receipt-preview)', 'libs/rules/src/classification'];
const CLAIM = [
  'web/src/expense/(claim-values|rate-status|rate-warnings|receipt-file|use-fetched-rate)',
  'web/src/lib/(idempotency-keys|local-today)',
  'web/src/ui/file-button',
  'libs/rules/src/(rate-override|vat)',
  'lucide-react/dist/esm/icons/file-up',
];
const PANEL = ['web/src/(app/panel/admin-(gate|screen)|panel/(expense-(cells|columns)|super-admins))'];
const DETAILS = ['web/src/expense/(audit-trail|why/why)'];
const PEOPLE = ['web/src/panel/(past-users|unavailable|use-now|user-list|user-name)'];
const REPORTS = ['web/src/reports/report-(queries|state|table)'];
const modules = (paths: readonly string[]) => new RegExp(`/(${paths.join('|')})(\\.|/)`);

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
    globPatterns: ['index.html', 'theme.js', 'favicon.svg', 'assets/*.{js,css}'],
    // Half a megabyte for browsers without a PDF viewer, and useless offline.
    globIgnores: ['assets/draw-pdf-*.js'],
    dontCacheBustURLsMatching: /^assets\//,
    importScripts: ['share-target.js'],
    inlineWorkboxRuntime: true,
    cleanupOutdatedCaches: true,
    // The page comes from the network and from the cache only when offline, so that it matches the server's version. API
    // responses are not cached. An update waits until the old version's tabs are closed, which need their cached chunks.
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
  // Workspace packages resolve to their sources, so that they need not be built first.
  resolve: {
    alias: [{ find: /^#(?!strings\/)/, replacement: `${import.meta.dirname}/src/` }],
    conditions: ['source', 'module', 'browser', 'development|production'],
  },
  build: {
    target: 'es2023',
    // Every browser of that target supports modulepreload.
    modulePreload: { polyfill: false },
    // Without groups, every module that screens share is a chunk of its own. React and the router change least.
    rolldownOptions: {
      // Inlines each text where it is used, so that no chunk contains another's texts (src/strings).
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'router', test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history)[\\/]/ },
            { name: 'base', test: modules(BASE) },
            { name: 'signed-out', test: modules(SIGNED_OUT) },
            { name: 'signed-in', test: modules(SIGNED_IN) },
            { name: 'own', test: modules(OWN) },
            { name: 'receipt', test: modules(RECEIPT) },
            { name: 'claim-parts', test: modules(CLAIM) },
            { name: 'panel', test: modules(PANEL) },
            { name: 'details', test: modules(DETAILS) },
            { name: 'people', test: modules(PEOPLE) },
            { name: 'reports', test: modules(REPORTS) },
          ],
        },
      },
    },
  },
});
