import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SIGNED_IN = [
  'app/(commands/commands|profile-gate|shell)',
  'expense/(format|status-pill)',
  'ui/(summary-card|table|toaster)',
];
const sources = (...paths: string[]) => new RegExp(`/web/src/(${paths.join('|')})(\\.|/)`);

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // Workspace packages are read from their sources, so that a build of the client needs no build before it.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
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
            {
              name: 'base',
              test: sources('app/main', 'lib/api', 'ui/(entrance|field|controls|notice|page-header|password-input)'),
            },
            { name: 'signed-in', test: sources(...SIGNED_IN) },
          ],
        },
      },
    },
  },
});
