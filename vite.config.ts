import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { browserLicenses } from './scripts/browser-licenses.ts';
import { escapeUnicode } from './scripts/escape-unicode.ts';
import { fetchThenImport } from './scripts/fetch-then-import.ts';
import { inlineScript } from './scripts/inline-script.ts';
import { messages } from './scripts/messages.ts';
import { pdfFiles } from './scripts/pdf-files.ts';
import { pxToRem } from './scripts/px-to-rem.ts';
import { serviceWorker } from './scripts/service-worker.ts';

export default defineConfig({
  plugins: [
    browserLicenses(),
    escapeUnicode(),
    fetchThenImport(),
    inlineScript(),
    messages(),
    pdfFiles(),
    serviceWorker(),
    tailwindcss(),
    reactRouter(),
  ],
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
      'pdfjs-dist/legacy/build/pdf.mjs',
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
                // Route modules wait for their messages while they are evaluated, so the code that loads messages must
                // not be in a file with one of them: the two would wait for each other.
                {
                  name: 'messages',
                  test: /\/app\/(i18n\/(?!(?:team-)?message-files)[\w.-]+$|ui\/fetch-then-import\.ts)|vite\/preload-helper/,
                },
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
                  // Modules of forms, lists, checklists, amounts, language prefixes, legal pages and their preview stay with their pages. Visitors need only this
                  // module of the catalogue; its editing code must not get into their scripts.
                  test: /\/app\/(ui\/(?!form\/|list\/|keyset-nav\.|sort-header\.|page-section\.|pages-nav\.|small-page\.|use-modal\.)|platform\/(?!lists\/|day\.|format-count\.|currencies\.|latin-digits\.|local-address\.|read-amount\.)|shop\/(?!layout\/|search\/|checklist\.|ui\/(?:legal-page|written|sample-video|service-page)\.)|catalogue\/protocol\/photo\.)/,
                  // Only modules that many pages use; the others stay with the page or wait for intent.
                  minShareCount: 4,
                },
                // Modules that the chat on public pages and the inbox both load at once, otherwise a dozen small files.
                {
                  name: 'chat',
                  test: /\/app\/chat\/(?:client\/(?:chime|conversation-channel|live-connection|log-rows|message-bubble|message-list|message-text|offer-cards|outbox|typing|use-stick-to-end)|protocol\/(?:files|topic-names|views))\./,
                  minShareCount: 2,
                },
                {
                  name: 'widget',
                  test: /\/app\/chat\/widget\/(?:card-line|chat-panel|field-problem|message-line|message-log|tool-button)\.tsx/,
                },
                // What the two kinds of service page have in common.
                {
                  name: 'service',
                  test: /\/app\/(reviews\/(?!moderation-reasons|pages\/)|shop\/(?:pages\/service-|ui\/(?:service-screen|service-page\.|sample-video\.)))/,
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
