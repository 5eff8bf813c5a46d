import { PREVIEW_SIDES, type PreviewName } from '../../conversation/wire/files.ts';
import { RefusedError } from '../../platform/errors.ts';
import { isUuid } from '../../platform/fields.ts';

/** What is not there and what is not theirs is one answer. */
export const NO_SUCH_FILE = 'This file is not available.';

interface FileParams {
  readonly id: string;
  readonly preview?: string | undefined;
}

/** Which file an address names, and which of its previews. Throws {@link RefusedError} 404 for what names none. */
export function readFileName({ id, preview }: FileParams): {
  readonly id: string;
  readonly preview: PreviewName | undefined;
} {
  const isKnown = preview === undefined || Object.hasOwn(PREVIEW_SIDES, preview);
  if (!isUuid(id) || !isKnown) throw new RefusedError(404, NO_SUCH_FILE);
  return { id, preview: preview as PreviewName | undefined };
}
