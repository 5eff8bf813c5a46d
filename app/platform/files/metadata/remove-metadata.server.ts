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

/** Pictures without any place for metadata, and drawings of buildings and machines. */
const WITHOUT_METADATA = /^image\/(?:bmp|x-icon|vnd\.microsoft\.icon|icns|vnd\.dwg|vnd\.dxf)$/;

/**
 * Takes out of a file what cameras write into it: where it was taken, with what, by whom. In place, and read piece
 * by piece. Pictures that are written anew lose it there; documents, music and archives are left as they are. Returns
 * which kind of file is refused, because nobody can say what else it tells; undefined for all others.
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
