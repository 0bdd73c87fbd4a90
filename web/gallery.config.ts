import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { resolve } from './vite.config.ts';

/** Builds the gallery of components, which is no part of the product. */
export default defineConfig({
  base: '/gallery/',
  publicDir: false,
  plugins: [react(), tailwindcss()],
  resolve,
  build: { target: 'es2023', rolldownOptions: { input: 'src/app/testing/gallery/index.html' } },
});
