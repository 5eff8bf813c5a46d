import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { cleanPicture } from './clean-picture.server.ts';
import { makeLogo } from './make-logo.server.ts';
import { makePhoto } from './make-photo.server.ts';
import { DECODERS } from './open-picture.server.ts';
import type { PictureAnswer, PictureReport, PictureWork } from './picture-work.ts';

// The program of the process that works on pictures; `picture-process-pool.server.ts` starts it.

/** How often the process looks at its own memory, where the system sets it no limit, and at its time. */
const LOOK_EVERY_MS = 20;

/** Of a processor, however many others want it at the moment. A photo is written in a dozen forms. */
const PROCESSOR_MS = { clean: 20_000, photo: 60_000, logo: 20_000 } as const;

const WORKERS = { clean: cleanPicture, photo: makePhoto, logo: makeLogo } as const;

/** Writes a picture anew, upright and without anything but its pixels. */
export default async function work(picture: PictureWork): Promise<PictureAnswer> {
  try {
    return await WORKERS[picture.kind](picture as never);
  } catch {
    // Whatever a decoder says of it: nobody could look at it either.
    return { refused: 'unreadable' };
  }
}

/** `process.exit` would wait for the decoder. */
const end = () => process.kill(process.pid, 'SIGKILL');

function serve(mostBytes: number): void {
  if (process.platform === 'linux') {
    // Messages go before pictures when there are more of both than processors.
    setPriority(10);
    try {
      // When the machine runs out of memory, this process ends and not the server.
      writeFileSync('/proc/self/oom_score_adj', '1000');
    } catch {
      // Some containers show no such file.
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
