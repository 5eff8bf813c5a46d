import { join } from 'node:path';
import type { Sharp } from 'sharp';
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
  LOGO_FORM_NAMES,
  LOGO_FORMS,
  LOGO_SIDE,
  partOfLogo,
  type LogoForm,
} from './photo-forms.ts';
import type { LogoWork, PictureAnswer } from './picture-work.ts';

const PAPER = '#ffffff';
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
