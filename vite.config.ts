import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { fetchThenImport } from './scripts/fetch-then-import.ts';
import { inlineScript } from './scripts/inline-script.ts';
import { pxToRem } from './scripts/px-to-rem.ts';
import { serviceWorker } from './scripts/service-worker.ts';

export default defineConfig({
  plugins: [fetchThenImport(), inlineScript(), serviceWorker(), tailwindcss(), reactRouter()],
  css: { postcss: { plugins: pxToRem() } },
  // Found only when somebody opens the chat or ticks the captcha; preparing them then would reload
  // the page under the hand of whoever is trying it in development.
  optimizeDeps: {
    include: [
      'socket.io-client',
      'tus-js-client',
      'idb',
      'altcha-lib',
      'altcha-lib/algorithms/web/pbkdf2',
    ],
  },
  build: {
    // Fonts and pictures stay files: they are preloaded, cached and lazy on their own.
    assetsInlineLimit: 0,
    // What a newcomer at their first start cannot mend: how long plugins take; and that a page which always
    // has videos or a gallery loads them with itself, while the other kind of page waits for them.
    rolldownOptions: { checks: { bundlerTimings: false, ineffectiveDynamicImport: false } },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Every page carries the list of all files: their names are a seventh of it.
            entryFileNames: 'assets/[hash].js',
            chunkFileNames: 'assets/[hash].js',
            // A few large files instead of thirty small ones: compressed together, a service
            // page's scripts are 7 KB smaller.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                // With all that they import: every public page needs it at once.
                {
                  name: 'public',
                  test: /\/app\/(root\.tsx|shop\/pages\/layout\.tsx|platform\/email\.ts)/,
                },
                // Pages for visitors need none of it.
                {
                  name: 'portal',
                  test: /\/app\/ui\/(form\/(field|(password|select|text|text-area)-field)|confirm-button|chip)\./,
                  minShareCount: 2,
                },
                {
                  name: 'shared',
                  // Modules of forms, legal pages and their preview stay with their pages. Visitors need only two
                  // modules of the catalogue; its editing code must not get into their scripts.
                  test: /\/app\/(ui\/(?!form\/)|platform\/|shop\/(?!layout\/|ui\/(?:legal-page|written)\.)|catalogue\/protocol\/(?:photo|lang-of)\.)/,
                  // Only modules that many pages use; the others stay with the page or wait for intent.
                  minShareCount: 4,
                },
                // What the two kinds of service page have in common.
                {
                  name: 'service',
                  test: /\/app\/(reviews\/(?!moderation-reasons|pages\/)|shop\/(?:pages\/service-|ui\/service-screen))/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
});
