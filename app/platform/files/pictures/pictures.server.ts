import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { ROOT_FOLDER } from '../../root-folder.server.ts';
import type { PictureAnswer, PictureWork } from './picture-work.ts';

/** Works on pictures away from the thread of the chat. */
export interface Pictures {
  /** Rejects where there is no room to wait in, or it took too long. */
  work(picture: PictureWork): Promise<PictureAnswer>;
  close(): Promise<void>;
}

/** What the built product is bundled into; the sources run as they are. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? fileURLToPath(new URL('./picture-thread.server.ts', import.meta.url))
  : join(ROOT_FOLDER, 'build/process/picture-thread.js');

/** Pictures that wait for the one before; whoever comes after them comes again. */
const WAITING = 64;
/** Three files are written, each in a minute at most. */
const TIME_LIMIT_MS = 200_000;
const IDLE_MS = 60_000;

/** A thread that is begun with the first picture and ends when there are none. */
export function openPictures(): Pictures {
  let opened: Promise<import('piscina').Piscina> | undefined;
  const open = async () => {
    // Where nobody sends a picture, nothing is loaded for them.
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename: PROGRAM,
      minThreads: 0,
      maxThreads: 1,
      maxQueue: WAITING,
      idleTimeout: IDLE_MS,
      execArgv: [],
    });
  };
  return {
    async work(picture) {
      const threads = await (opened ??= open());
      const signal = AbortSignal.timeout(TIME_LIMIT_MS);
      return (await threads.run(picture, { signal })) as PictureAnswer;
    },
    async close() {
      await (await opened)?.destroy();
    },
  };
}
