import { t } from '../i18n/translate.ts';
import { RefusedError } from './errors.ts';

/** Decodes an uploaded text. A file with a byte order mark may be UTF-16. */
export function decodeFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** These characters result from decoding a file with the wrong encoding. Importing it would corrupt texts. */
// oxlint-disable-next-line no-control-regex -- UTF-16 without its mark has it in every letter
const MISREAD = /[\0\uFFFD]/;

/** Throws {@link RefusedError} 400 for a text that was not in UTF-8. */
export function requireDecoded(text: string): void {
  if (!MISREAD.test(text)) return;
  throw new RefusedError(
    400,
    t("The file isn't in UTF-8. Save it as ‘CSV UTF-8’ or as JSON, and choose it again."),
  );
}
