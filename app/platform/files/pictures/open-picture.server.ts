import sharp, { type Metadata, type Sharp } from 'sharp';

/** The largest photos of telephones in use have 50 million, those of a scanner for A3 60. */
export const PIXELS = 64_000_000;
export const SECONDS = 60;

/** What its header says, which is read before anything is made of it. */
export function readHeader(source: string): Promise<Metadata> {
  return sharp(source, { limitInputPixels: false }).metadata();
}

/** The first picture in a file, which must be whole. */
export function openPicture(source: string): Sharp {
  return sharp(source, { limitInputPixels: PIXELS, failOn: 'error' }).timeout({ seconds: SECONDS });
}
