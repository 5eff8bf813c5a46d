import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';

/** The largest phone photos have 50 million pixels, and a scan of A3 has 60 million. */
export const PIXELS = 64_000_000;
/** The limit for one output; the whole job has a limit of its own. */
const SECONDS = 60;
/** The smallest side of a picture for pages; a smaller picture would be unrecognizable. */
export const LEAST_SIDE = 16;

/** The libvips loaders for the accepted formats; libvips has forty others, which stay blocked. */
export const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map(
  (format) => `VipsForeignLoad${format}File`,
);

/** Bytes per sample of the depths that cameras, scanners and image editors write. */
const SAMPLE_BYTES: Readonly<Partial<Record<Metadata['depth'], number>>> = { uchar: 1, ushort: 2 };

/** Bytes per pixel that decoder and encoder hold when they cannot stream, measured. */
const HELD_PER_PIXEL: Readonly<Record<string, number>> = {
  'image/webp': 9,
  'image/gif': 15,
  'image/avif': 26,
};

/** Reads only the header, so that a picture can be refused before it is decoded. */
export function readHeader(source: string): Promise<Metadata> {
  return sharp(source, { limitInputPixels: false }).metadata();
}

/** Opens the first picture of a file; throws an error on a truncated one. */
export function openPicture(source: string, isMoving = false): Sharp {
  return sharp(source, {
    limitInputPixels: PIXELS,
    failOn: 'error',
    ...(isMoving ? { animated: true } : {}),
  }).timeout({ seconds: SECONDS });
}

/**
 * Decodes a picture once for all its variants; scales it down to at most `side` pixels per side.
 */
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
 * Returns why a picture must not be decoded, judging by its header: too many pixels over all
 * frames, or more memory than `mostBytes`. Undefined means that decoding is allowed.
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

const MOST_CHANNELS = 5;

function heldBesides(
  { isProgressive, channels, orientation = 1, mediaType }: Metadata,
  pixels: number,
  buffer: number,
  heldPerPixel = 0,
): number {
  const held = heldPerPixel * pixels;
  const isInScans = isProgressive && mediaType === 'image/jpeg';
  // A progressive JPEG needs all coefficients, and a rotation needs a second buffer.
  return held + (isInScans ? pixels * channels * 2 : 0) + (orientation > 1 ? buffer : 0);
}

export function refuseSides({ width, height }: Metadata) {
  return Math.min(width, height) < LEAST_SIDE ? ('too small' as const) : undefined;
}

const FAINT = 8;

/** Returns true for 8-bit pixels that would be invisible on any background. */
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
