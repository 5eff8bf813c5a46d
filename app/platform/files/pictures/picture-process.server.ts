import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { lowerPriority } from '../../lower-priority.server.ts';
import { cleanPicture, makePhoto, makeLogo } from './make-pictures.server.ts';
import { DECODERS } from './open-picture.server.ts';
import type { PictureAnswer, PictureReport, PictureWork } from './picture-work.ts';

// The program of the picture process, which `picture-child.server.ts` starts.

/** The interval at which the process checks its own memory and CPU time. */
const LOOK_EVERY_MS = 20;

/** CPU time, so that a busy machine does not count. A photo is encoded a dozen times. */
const PROCESSOR_MS = { clean: 20_000, photo: 60_000, logo: 20_000 } as const;

const WORKERS = { clean: cleanPicture, photo: makePhoto, logo: makeLogo } as const;

export default async function work(picture: PictureWork): Promise<PictureAnswer> {
  try {
    return await WORKERS[picture.kind](picture as never);
  } catch {
    // No decoder error matters: nobody could view such a picture either.
    return { refused: 'unreadable' };
  }
}

/** `process.exit` would wait for the decoder. */
const end = () => process.kill(process.pid, 'SIGKILL');

function serve(mostBytes: number): void {
  // A low priority keeps pictures from delaying messages on a busy machine.
  lowerPriority(10);
  if (process.platform === 'linux') {
    try {
      // When the machine runs out of memory, the kernel kills this process instead of the server.
      writeFileSync('/proc/self/oom_score_adj', '1000');
    } catch {
      // Some containers have no such file.
    }
  }
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: DECODERS });
  process.once('disconnect', end);
  process.on('message', (picture: PictureWork) => {
    const before = process.cpuUsage();
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      const isTooLong = (user + system) / 1000 > PROCESSOR_MS[picture.kind];
      if (isTooLong || process.memoryUsage.rss() > mostBytes) end();
    }, LOOK_EVERY_MS);
    void work(picture).then((answer) => {
      clearInterval(watch);
      process.send?.({ answer, rss: process.memoryUsage.rss() } satisfies PictureReport);
    });
  });
  process.send?.('ready');
}

const [, , mostBytes] = process.argv;
if (process.send && mostBytes !== undefined) serve(Number(mostBytes));
