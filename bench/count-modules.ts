/** Preloaded into a program: prints the number and size of loaded code files on SIGUSR2. */
import { registerHooks } from 'node:module';

let files = 0;
let bytes = 0;
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (url.startsWith('file:')) {
      files += 1;
      bytes += Buffer.byteLength(loaded.source ?? '');
    }
    return loaded;
  },
});
process.on('SIGUSR2', () => console.log(`modules ${JSON.stringify({ files, bytes })}`));
