import { isCleaned } from '../pictures/picture-work.ts';
import { cleanAvi } from './clean-avi.server.ts';
import { cleanMp4 } from './clean-mp4.server.ts';
import { cleanPsd } from './clean-psd.server.ts';
import { cleanWebm } from './clean-webm.server.ts';
import { MalformedFileError } from './file-window.server.ts';
import { isRawPhoto } from './is-raw-photo.server.ts';

const CLEANERS: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'video/mp4': cleanMp4,
  'video/quicktime': cleanMp4,
  'video/x-m4v': cleanMp4,
  'video/3gpp': cleanMp4,
  'video/3gpp2': cleanMp4,
  'audio/mp4': cleanMp4,
  'audio/x-m4a': cleanMp4,
  'video/webm': cleanWebm,
  'video/matroska': cleanWebm,
  'video/x-matroska': cleanWebm,
  'video/vnd.avi': cleanAvi,
  'video/x-msvideo': cleanAvi,
  'image/vnd.adobe.photoshop': cleanPsd,
};

const WITHOUT_METADATA = /^image\/(?:bmp|x-icon|vnd\.microsoft\.icon|icns|vnd\.dwg|vnd\.dxf)$/;

/**
 * Removes camera metadata (place, device, author) from a file in place. Re-encoded pictures lose
 * theirs anyway; documents, music and archives stay unchanged. Returns the kind of a refused file,
 * whose metadata nobody can find; otherwise undefined.
 */
export async function removeMetadata(
  path: string,
  type: string,
): Promise<'picture' | 'video' | undefined> {
  const kind = type.startsWith('image/') ? 'picture' : 'video';
  const clean = CLEANERS[type];
  try {
    if (clean) await clean(path);
    else if (type === 'image/tiff') return (await isRawPhoto(path)) ? 'picture' : undefined;
    else if (isCleaned(type) || WITHOUT_METADATA.test(type)) return undefined;
    else return /^(?:image|video)\//.test(type) ? kind : undefined;
  } catch (error) {
    if (error instanceof MalformedFileError) return kind;
    throw error;
  }
  return undefined;
}
