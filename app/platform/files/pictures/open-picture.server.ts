import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';

/** The largest photos of telephones in use have 50 million, those of a scanner for A3 60. */
export const PIXELS = 64_000_000;
/** Of one picture that is written; the whole work has a limit of its own. */
const SECONDS = 60;
/** Of what pages show; of anything smaller nobody could make out what it is. */
export const LEAST_SIDE = 16;

/** What reads the formats that are taken, from a file; libvips could read forty others. */
export const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map(
  (format) => `VipsForeignLoad${format}File`,
);

/** Bytes of a sample, of the kinds that cameras, scanners and programs for pictures write. */
const SAMPLE_BYTES: Readonly<Partial<Record<Metadata['depth'], number>>> = { uchar: 1, ushort: 2 };

/** What decoder and encoder hold of each pixel where they work on all of a picture at once, measured. */
const HELD_PER_PIXEL: Readonly<Record<string, number>> = {
  'image/webp': 9,
  'image/gif': 15,
  'image/avif': 26,
};

/** What its header says, which is read before anything is made of it. */
export function readHeader(source: string): Promise<Metadata> {
  return sharp(source, { limitInputPixels: false }).metadata();
}

/** The first picture in a file, which must be whole. */
export function openPicture(source: string, isMoving = false): Sharp {
  return sharp(source, {
    limitInputPixels: PIXELS,
    failOn: 'error',
    ...(isMoving ? { animated: true } : {}),
  }).timeout({ seconds: SECONDS });
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

/**
 * Why a picture is not decoded, asked of its header alone: it has too many pixels, all frames of a moving one
 * together, or would take more than `mostBytes`. Undefined for one that may be.
 */
export function refuseToDecode(
  metadata: Metadata,
  mostBytes: number,
  frames = 1,
): 'too many pixels' | 'too long' | 'too much memory' | 'no photo' | undefined {
  const { width, height, channels, depth, mediaType = '' } = metadata;
  const pixels = width * height;
  if (pixels > PIXELS) return 'too many pixels';
  if (pixels * frames > PIXELS) return 'too long';
  const sampleBytes = SAMPLE_BYTES[depth];
  if (sampleBytes === undefined || channels > MOST_CHANNELS) return 'no photo';
  const buffer = pixels * channels * sampleBytes;
  return buffer + heldBesides(metadata, pixels, buffer, HELD_PER_PIXEL[mediaType]) > mostBytes
    ? 'too much memory'
    : undefined;
}

/** CMYK with transparency. */
const MOST_CHANNELS = 5;

function heldBesides(
  { isProgressive, channels, orientation = 1, mediaType }: Metadata,
  pixels: number,
  buffer: number,
  heldPerPixel = 0,
): number {
  const held = heldPerPixel * pixels;
  const isInScans = isProgressive && mediaType === 'image/jpeg';
  // All coefficients of a JPEG, and all of the picture once more where it is turned.
  return held + (isInScans ? pixels * channels * 2 : 0) + (orientation > 1 ? buffer : 0);
}

/** Why a picture of this size is none for pages; undefined where it is. */
export function refuseSides({ width, height }: Metadata) {
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
