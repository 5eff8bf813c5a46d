import { msg, t } from '../i18n/translate.ts';
import { PREVIEW_SIDES, type PreviewName } from '../chat/protocol/files.ts';
import { RefusedError } from '../platform/errors.ts';
import { isUuid } from '../platform/fields.ts';

/** The response is the same for unknown and inaccessible files, so that it does not reveal which one applies. */
export const NO_SUCH_FILE = msg('This file is not available.');

interface FileParams {
  readonly id: string;
  readonly preview?: string | undefined;
}

/** Throws {@link RefusedError} 404 for invalid values. */
export function readFileName({ id, preview }: FileParams): {
  readonly id: string;
  readonly preview: PreviewName | undefined;
} {
  const isKnown = preview === undefined || Object.hasOwn(PREVIEW_SIDES, preview);
  if (!isUuid(id) || !isKnown) throw new RefusedError(404, t(NO_SUCH_FILE));
  return { id, preview: preview as PreviewName | undefined };
}
