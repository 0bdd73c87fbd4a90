import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // Workspace packages are read from their sources, so that a build of the client needs no build before it.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    // Every screen is a lazy route; React changes least and is cached by itself.
    rolldownOptions: {
      // A text goes where it is shown, so that a chunk carries no other's (src/strings).
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
        },
      },
    },
  },
});
