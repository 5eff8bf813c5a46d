/**
 * Runs before a server of the pseudo-locale test and in each of its threads: replaces the German messages of the built
 * server, so that the test needs no build of its own and the product no code for the test.
 */
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';
import { toPseudoCatalogue } from './pseudo-messages.ts';

type Catalogues = Record<string, Record<string, string>>;

const REPLACE = Symbol.for('embarka.pseudo-messages');
const READ = /Object\.entries\((readMessages(?:\$\d+)?)\(\)\)/g;

(globalThis as unknown as Record<symbol, unknown>)[REPLACE] = ({
  de = {},
  ...others
}: Catalogues) => ({
  ...others,
  de: toPseudoCatalogue(de),
});

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.includes('/build/process/') || !loaded.source) return loaded;
    const source = Buffer.from(loaded.source as Uint8Array).toString();
    const replaced = `Object.entries(globalThis[Symbol.for('${REPLACE.description}')]($1()))`;
    return { ...loaded, source: source.replaceAll(READ, replaced) };
  },
});

/** The threads that render pages load no module of their process, so this module has to name itself. */
class PreloadingWorker extends workerThreads.Worker {
  constructor(program: string | URL, options: WorkerOptions = {}) {
    const isRenderer = String(program).endsWith('render-thread.js');
    super(program, isRenderer ? { ...options, execArgv: ['--import', import.meta.url] } : options);
  }
}

workerThreads.Worker = PreloadingWorker;
syncBuiltinESMExports();
