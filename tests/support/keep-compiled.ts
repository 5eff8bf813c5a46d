/**
 * Runs in every server of the tests, before anything else: where NODE_COMPILE_CACHE names a folder,
 * what was compiled is put there soon after the start, because these servers are killed and Node
 * does it only at an orderly end.
 */
import { flushCompileCache } from 'node:module';

setTimeout(flushCompileCache, 4000).unref();
