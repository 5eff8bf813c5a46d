import type { CropView, PhotoOrigin } from '../../protocol/media-limits.ts';

/** Pages show pictures of services in this aspect ratio. */
const RATIO = 4 / 3;
/** The number is in percent of the largest possible crop. */
export const LEAST_SIZE = 20;

/** All numbers are in percent: the size, and the position between the edges. */
export interface Part {
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

type Whole = PhotoOrigin['whole'];

export function cropOf(whole: Whole, { size, x, y }: Part): CropView {
  const width = Math.max(1, Math.round((widest(whole) * size) / 100));
  const height = Math.min(whole.height, Math.max(1, Math.round(width / RATIO)));
  return {
    left: Math.round(((whole.width - width) * x) / 100),
    top: Math.round(((whole.height - height) * y) / 100),
    width,
    height,
  };
}

/** Without a crop, returns the largest one in the middle. */
export function partOfCrop(whole: Whole, crop: CropView | null): Part {
  if (!crop) return { size: 100, x: 50, y: 50 };
  const share = (at: number, room: number) => (room <= 0 ? 50 : clamp((100 * at) / room, 0));
  return {
    size: clamp((100 * crop.width) / widest(whole), LEAST_SIZE),
    x: share(crop.left, whole.width - crop.width),
    y: share(crop.top, whole.height - crop.height),
  };
}

/** The movement is in pixels of the original. */
export function movePart(whole: Whole, part: Part, right: number, down: number): Part {
  const { width, height } = cropOf(whole, part);
  const by = (moved: number, room: number) => (room <= 0 ? 0 : (100 * moved) / room);
  return {
    ...part,
    x: clamp(part.x + by(right, whole.width - width), 0),
    y: clamp(part.y + by(down, whole.height - height), 0),
  };
}

function widest({ width, height }: Whole): number {
  return Math.min(width, Math.round(height * RATIO));
}

function clamp(percent: number, least: number): number {
  return Math.min(100, Math.max(least, percent));
}
