import { join } from 'node:path';
import type { Sharp, Metadata } from 'sharp';
import {
  isSeeThrough,
  openPicture,
  openPixels,
  readHeader,
  readPixels,
  refuseSides,
  refuseToDecode,
} from './open-picture.server.ts';
import {
  LINK_PREVIEW,
  MASTER_SIDE,
  partOf,
  PHOTO_FORMATS,
  widthsOf,
  type PhotoFormat,
  LOGO_FORM_NAMES,
  LOGO_FORMS,
  LOGO_SIDE,
  partOfLogo,
  type LogoForm,
} from './photo-forms.ts';
import type { PhotoWork, PictureAnswer, CleanWork, LogoWork } from './picture-work.ts';

/** JPEG has no transparency, so this colour fills the background. */
const PAPER = '#fff';

const WRITTEN_AS: Readonly<Record<PhotoFormat, (picture: Sharp) => Sharp>> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 3 }),
  jpg: (picture) => picture.flatten({ background: PAPER }).jpeg({ quality: 80, progressive: true }),
};

/**
 * Makes the variants of a photo: `original` for later crops, each width in each format, and the
 * link preview. The returned size is that of `original`.
 */
export async function makePhoto(work: PhotoWork): Promise<PictureAnswer> {
  const { source, folder, crop, mostBytes } = work;
  const metadata = await readHeader(source);
  const refused = refuseToDecode(metadata, mostBytes) ?? refuseSides(metadata);
  if (refused) return { refused };
  const upright = openPicture(source).autoOrient();
  const { data, info } = await readPixels(crop ? upright.extract(crop) : upright, MASTER_SIDE);
  if (isSeeThrough(data, info)) return { refused: 'nothing to see' };
  const open = () => openPixels(data, info);
  await open().webp({ quality: 92, effort: 3 }).toFile(join(folder, 'original'));
  for (const each of widthsOf(info.width)) {
    for (const format of PHOTO_FORMATS) {
      await WRITTEN_AS[format](open().resize({ width: each })).toFile(
        join(folder, partOf(each, format)),
      );
    }
  }
  const { part, ...size } = LINK_PREVIEW;
  await WRITTEN_AS.jpg(open().resize({ ...size, fit: 'cover' })).toFile(join(folder, part));
  return { width: info.width, height: info.height };
}

/** The quality is close to the input's: a higher one would only make files larger. */
const CLEANED_AS: Readonly<Record<string, (picture: Sharp, metadata: Metadata) => Sharp>> = {
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
  const write = CLEANED_AS[type];
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

const NOTHING = { r: 255, g: 255, b: 255, alpha: 0 };

/** The margin of a logo on paper: phones cut off the corners of icons. */
const MARGIN = 0.14;

/**
 * Makes the variants of a shop's logo for pages, emails and home screens, and the link preview of
 * the home page. Transparency stays, except on paper. The returned size is that of `original`.
 */
export async function makeLogo({ source, folder, mostBytes }: LogoWork): Promise<PictureAnswer> {
  const metadata = await readHeader(source);
  const refused = refuseToDecode(metadata, mostBytes) ?? refuseSides(metadata);
  if (refused) return { refused };
  const upright = openPicture(source).autoOrient();
  const { data, info } = await readPixels(upright.ensureAlpha(), LOGO_SIDE);
  if (isSeeThrough(data, info)) return { refused: 'nothing to see' };
  const open = () => openPixels(data, info);
  await open().webp({ lossless: true, effort: 3 }).toFile(join(folder, 'original'));
  for (const form of LOGO_FORM_NAMES) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as little memory as goes
    await writeForm(open(), form).toFile(join(folder, partOfLogo(form)));
  }
  const { part, ...size } = LINK_PREVIEW;
  await onPaper(open(), size).jpeg({ quality: 82, progressive: true }).toFile(join(folder, part));
  return { width: info.width, height: info.height };
}

function writeForm(picture: Sharp, form: LogoForm): Sharp {
  const { width, height } = LOGO_FORMS[form];
  switch (form) {
    case 'logo.webp':
      return picture
        .resize({ width, height, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 90, alphaQuality: 100, effort: 4 });
    case 'logo.png':
      return picture
        .resize({ width, height, fit: 'inside', withoutEnlargement: true })
        .png({ compressionLevel: 9 });
    case 'touch.png':
      return onPaper(picture, { width, height }).png({ compressionLevel: 9 });
    default:
      return picture
        .resize({ width, height, fit: 'contain', background: NOTHING })
        .png({ compressionLevel: 9 });
  }
}

function onPaper(
  picture: Sharp,
  { width, height }: { readonly width: number; readonly height: number },
): Sharp {
  const beside = Math.round(width * MARGIN);
  const above = Math.round(height * MARGIN);
  // Sharp runs `flatten` before `resize` in any order, so the added margin needs the paper colour
  // too.
  return picture
    .flatten({ background: PAPER })
    .resize({
      width: width - 2 * beside,
      height: height - 2 * above,
      fit: 'contain',
      background: PAPER,
    })
    .extend({ left: beside, right: beside, top: above, bottom: above, background: PAPER });
}
