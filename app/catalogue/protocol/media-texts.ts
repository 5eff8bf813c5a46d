import { t, msg } from '../../i18n/translate.ts';
import type { ServicePhoto, ServiceVideo } from './photo.ts';
import { LIMITS } from './limits.ts';
import type { TextReader, Texts } from './read-texts.ts';

// In a form, one text holds the id and the size of a photo or video, and another holds its description.

const ID = '([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})';
const SIZE = '([1-9]\\d{0,4})x([1-9]\\d{0,4})';
const PHOTO = new RegExp(`^${ID} ${SIZE}$`);
const VIDEO = new RegExp(`^${ID} (mp4|webm) ${ID} ${SIZE}$`);

const NOT_READ = msg('This cannot be read. Please add it again.');

/** The format is '3f0c… 1600x1200'. */
export function writePhoto({ id, width, height }: Omit<ServicePhoto, 'alt'>): string {
  return `${id} ${width}x${height}`;
}

/** The format is '3f0c… mp4 77aa… 1280x720': the id of the video, its format, and the poster photo. */
export function writeVideo({ id, format, poster }: Omit<ServiceVideo, 'title'>): string {
  return `${id} ${format} ${writePhoto(poster)}`;
}

export function parsePhoto(text: string): Omit<ServicePhoto, 'alt'> | undefined {
  const [, id, width, height] = PHOTO.exec(text) ?? [];
  return id === undefined ? undefined : { id, width: Number(width), height: Number(height) };
}

export function parseVideo(text: string): Omit<ServiceVideo, 'title'> | undefined {
  const [, id, format, poster, width, height] = VIDEO.exec(text) ?? [];
  if (id === undefined || poster === undefined) return undefined;
  return {
    id,
    format: format === 'webm' ? 'webm' : 'mp4',
    poster: { id: poster, width: Number(width), height: Number(height) },
  };
}

export function writeMediaTexts(
  photos: readonly ServicePhoto[],
  videos: readonly ServiceVideo[],
): Texts {
  return Object.fromEntries([
    ...photos.flatMap((photo, index) => [
      [`photo.${index}`, writePhoto(photo)],
      [`photo.${index}.alt`, photo.alt],
    ]),
    ...videos.flatMap((video, index) => [
      [`video.${index}`, writeVideo(video)],
      [`video.${index}.title`, video.title],
    ]),
  ]);
}

export function readPhotos(read: TextReader): ServicePhoto[] {
  return readAll(read, 'photo', LIMITS.photos, (text, name) => {
    const photo = parsePhoto(text);
    return photo && { ...photo, alt: read.line(`${name}.alt`, LIMITS.photoAlt) };
  });
}

export function readVideos(read: TextReader): ServiceVideo[] {
  return readAll(read, 'video', LIMITS.videos, (text, name) => {
    const video = parseVideo(text);
    return video && { ...video, title: read.line(`${name}.title`, LIMITS.videoTitle) };
  });
}

/** Returns the named items without duplicates. The loop reads one item more than the limit to report the excess. */
function readAll<T extends { readonly id: string }>(
  read: TextReader,
  noun: 'photo' | 'video',
  most: number,
  parse: (text: string, name: string) => T | undefined,
): T[] {
  const found = new Map<string, T>();
  for (let index = 0; index <= most; index += 1) {
    const name = `${noun}.${index}`;
    const text = read.text(name).trim();
    if (text === '') continue;
    const one = parse(text, name);
    if (one) found.set(one.id, one);
    else read.fault(`${noun}s`, t(NOT_READ));
  }
  if (found.size > most) {
    const things = noun === 'photo' ? t('photos') : t('sample videos');
    read.fault(`${noun}s`, t('A service can have up to {most} {things}.', { most, things }));
  }
  return [...found.values()];
}
