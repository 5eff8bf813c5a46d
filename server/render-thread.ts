import { parentPort } from 'node:worker_threads';
import type { createPageRenderer } from '../app/entry.server.tsx';
import type { PageToRender } from '../app/app-context.ts';
import { lowerPriority } from '../app/platform/lower-priority.server.ts';
import * as build from '../build/server/index.js';
import type { Answer, FromRenderThread } from './render-threads.ts';

// The program of a thread that renders pages; `render-threads.ts` starts it.

interface EntryModule {
  readonly createPageRenderer: typeof createPageRenderer;
}

// On a busy machine, messages and health checks go before pages.
lowerPriority(5);

const renderPage = (build.entry.module as unknown as EntryModule).createPageRenderer(build);
const encoder = new TextEncoder();

parentPort?.on('message', (page: PageToRender) => {
  void answerWith(page).then((answer) =>
    parentPort?.postMessage(
      answer satisfies FromRenderThread,
      'page' in answer ? [answer.page.buffer] : [],
    ),
  );
});
parentPort?.postMessage('ready' satisfies FromRenderThread, []);

async function answerWith(page: PageToRender): Promise<Answer> {
  try {
    return { page: encoder.encode(await renderPage(page)) };
  } catch (error) {
    // Only errors that can be cloned reach the other thread.
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
