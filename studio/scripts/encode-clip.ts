import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reel } from '../clips/reel.ts';

/** The largest video that does not keep a visitor waiting. */
const MOST_BYTES = 150_000;
const MOST_POSTER_BYTES = 8_000;

function words(text: string): readonly string[] {
  return text.split(' ');
}

/** Explicit colour metadata makes both codecs show the same colours. */
const COLOURS = words(
  '-vf scale=out_color_matrix=bt709:out_range=tv,format=yuv420p ' +
    '-colorspace bt709 -color_primaries bt709 -color_trc bt709',
);
/** Without dates and versions, the same frames produce the same bytes. */
const PLAIN = words('-an -map_metadata -1 -fflags +bitexact -flags:v +bitexact');
/**
 * A target quality with a maximum bit rate for busy clips, which grows with the size of the film.
 */
const h264 = (sharpness: number) =>
  words(
    '-c:v libx264 -preset slow -tune animation -crf 26 -movflags +faststart ' +
      `-maxrate ${85 * sharpness}k -bufsize ${260 * sharpness}k`,
  );
const vp9 = (sharpness: number) =>
  words(`-c:v libvpx-vp9 -deadline good -cpu-used 2 -row-mt 1 -crf 38 -b:v ${100 * sharpness}k`);
/** Small greyscale frames on standard output, which measure the loop. */
const THUMBS = words('-vf scale=80:45,format=gray -f rawvideo -');
const THUMB_BYTES = 80 * 45;

async function ffmpeg(args: readonly string[], input: readonly Buffer[]): Promise<Buffer> {
  const child = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  // The exit status reports a broken pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(Buffer.concat(input));
  if ((await ended) !== 0) throw new Error(`ffmpeg failed: ${args.join(' ')}`);
  return Buffer.concat(output);
}

function difference(pictures: Buffer, one: number, other: number): number {
  let sum = 0;
  for (let pixel = 0; pixel < THUMB_BYTES; pixel += 1) {
    const [a, b] = [pictures[one * THUMB_BYTES + pixel], pictures[other * THUMB_BYTES + pixel]];
    sum += Math.abs((a ?? 0) - (b ?? 0));
  }
  return Math.round((sum / THUMB_BYTES) * 100) / 100;
}

export interface Encoded {
  readonly sizes: readonly [mp4: number, webm: number];
  /** The difference between the last frame and the first, at which the loop closes. */
  readonly seam: number;
  /** A large difference inside the clip: only one in forty is larger. */
  readonly step: number;
}

export async function encodeClip(
  frames: readonly Buffer[],
  { framesPerSecond, sharpness }: Pick<Reel, 'framesPerSecond' | 'sharpness'>,
  target: string,
): Promise<Encoded> {
  const input = words(`-f image2pipe -c:v png -framerate ${framesPerSecond} -i -`);
  const mp4 = [...COLOURS, ...h264(sharpness), ...PLAIN, `${target}.mp4`];
  const folder = mkdtempSync(join(tmpdir(), 'clip-'));
  // VP9 needs two passes; with one, it blurs everything that moves suddenly.
  const pass = (number: 1 | 2): string[] => [
    ...COLOURS,
    ...vp9(sharpness),
    ...PLAIN,
    ...words(`-pass ${number} -passlogfile`),
    join(folder, 'pass'),
  ];
  try {
    // This output must come first, because the second pass expects the log of output 0.
    const first = [...pass(1), '-f', 'null', '-'];
    const thumbs = await ffmpeg([...input, ...first, ...mp4, ...THUMBS], frames);
    await ffmpeg([...input, ...pass(2), `${target}.webm`], frames);
    const steps = frames.slice(1).map((_, index) => difference(thumbs, index, index + 1));
    const step = steps.toSorted((a, b) => b - a)[Math.floor(steps.length / 40)] ?? 0;
    return { sizes: weigh(target), seam: difference(thumbs, frames.length - 1, 0), step };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function weigh(target: string): readonly [mp4: number, webm: number] {
  const sizes = [statSync(`${target}.mp4`).size, statSync(`${target}.webm`).size] as const;
  if (Math.max(...sizes) > MOST_BYTES) {
    throw new Error(`${target}: ${sizes.join(' and ')} bytes, at most ${MOST_BYTES} are allowed`);
  }
  return sizes;
}

/** Writes target.webp with the best quality within the size limit; returns its size. */
export async function encodePoster(frame: Buffer, target: string): Promise<number> {
  const file = `${target}.webp`;
  for (const quality of [88, 80, 70, 60, 50, 40]) {
    const input = words('-f image2pipe -c:v png -i -');
    const still = words(`-c:v libwebp -preset drawing -quality ${quality} -map_metadata -1`);
    await ffmpeg([...input, ...still, file], [frame]);
    if (statSync(file).size <= MOST_POSTER_BYTES) break;
  }
  return statSync(file).size;
}
