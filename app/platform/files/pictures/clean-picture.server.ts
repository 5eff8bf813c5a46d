import { join } from 'node:path';
import type { Metadata, Sharp } from 'sharp';
import { openPicture, readHeader, refuseToDecode } from './open-picture.server.ts';
import type { CleanWork, PictureAnswer } from './picture-work.ts';

/** The quality is close to the input's: a higher one would only make files larger. */
const WRITTEN_AS: Readonly<Record<string, (picture: Sharp, metadata: Metadata) => Sharp>> = {
  'image/jpeg': (picture, { chromaSubsampling }) =>
    picture.jpeg({
      quality: 90,
      chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
      // Optimized Huffman codes would make the encoder buffer the whole picture three times.
      optimizeCoding: false,
    }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture) => picture.webp({ quality: 92, effort: 3 }),
  'image/gif': (picture) => picture.gif({ effort: 3 }),
  'image/avif': (picture, { chromaSubsampling }) =>
    picture.avif({
      quality: 75,
      effort: 0,
      chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
    }),
  'image/tiff': (picture) => picture.tiff({ compression: 'lzw' }),
};

export async function cleanPicture(work: CleanWork): Promise<PictureAnswer> {
  const { source, type, folder, previews, mostBytes, keepsOriginal = false } = work;
  const write = WRITTEN_AS[type];
  if (!write) return { refused: 'unreadable' };
  const metadata = await readHeader(source);
  const { pages = 1, mediaType, autoOrient } = metadata;
  // Two parsers take the file for different formats.
  if (mediaType !== type) return { refused: 'unreadable' };
  const isMoving = pages > 1 && (type === 'image/gif' || type === 'image/webp');
  // Re-encoding keeps only the first page.
  if (pages > 1 && !isMoving && !keepsOriginal) return { refused: 'several pages' };
  const refused = refuseToDecode(metadata, mostBytes, isMoving && !keepsOriginal ? pages : 1);
  if (refused) return { refused };
  const original = isMoving ? openPicture(source, true) : openPicture(source).autoOrient();
  if (!keepsOriginal) await write(original, metadata).toFile(join(folder, 'original'));
  for (const [name, side] of Object.entries(previews)) {
    await openPicture(source)
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80, effort: 3 })
      .toFile(join(folder, name));
  }
  return { width: autoOrient.width, height: autoOrient.height };
}
