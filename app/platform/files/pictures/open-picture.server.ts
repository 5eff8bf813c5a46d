import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';

/** The largest photos of telephones in use have 50 million, those of a scanner for A3 60. */
export const PIXELS = 64_000_000;
export const SECONDS = 60;
/** Of what pages show; of anything smaller nobody could make out what it is. */
export const LEAST_SIDE = 16;

/** What its header says, which is read before anything is made of it. */
export function readHeader(source: string): Promise<Metadata> {
  return sharp(source, { limitInputPixels: false }).metadata();
}

/** The first picture in a file, which must be whole. */
export function openPicture(source: string): Sharp {
  return sharp(source, { limitInputPixels: PIXELS, failOn: 'error' }).timeout({ seconds: SECONDS });
}

/** Decoded once, however many forms are made of it; no larger than so many pixels a side. */
export function readPixels(shown: Sharp, side: number) {
  return shown
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
}

export function openPixels(data: Buffer, { width, height, channels }: OutputInfo): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Why a picture of this size is none for pages; undefined where it is. */
export function refuseSides({ width, height }: Metadata) {
  if (width * height > PIXELS) return 'too many pixels' as const;
  return Math.min(width, height) < LEAST_SIDE ? ('too small' as const) : undefined;
}

/** As good as see-through, of 255. */
const FAINT = 8;

/** Whether nothing of these pixels, of a byte a channel, would be seen on any ground. */
export function isSeeThrough(
  data: Uint8Array,
  { channels }: Pick<OutputInfo, 'channels'>,
): boolean {
  if (channels === 1 || channels === 3) return false;
  for (let at = channels - 1; at < data.length; at += channels) {
    if ((data[at] ?? 0) >= FAINT) return false;
  }
  return true;
}
