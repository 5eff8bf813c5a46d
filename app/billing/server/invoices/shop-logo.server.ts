import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { partOfLogo } from '../../../platform/files/pictures/photo-forms.ts';
import type { FileStore } from '../../../platform/files/store/file-store.server.ts';
import { ROOT_FOLDER } from '../../../platform/root-folder.server.ts';
import type { InvoiceLogo } from '../../invoice-document/invoice-document.ts';

/** The built product has the shop's pictures among the client's files. */
const FILES = ['build/client/icon-512.png', 'public/icon-512.png'];

interface LogoSource {
  readonly store: Pick<FileStore, 'open'>;
  /** The published logo of the shop. */
  readonly logo: { readonly id: string } | undefined;
  readonly brandName: string;
}

/**
 * Returns the published logo, or the product's icon for a shop without one. Undefined if the file is missing: an invoice
 * is more important than its logo.
 */
export async function readShopLogo({
  store,
  logo,
  brandName,
}: LogoSource): Promise<InvoiceLogo | undefined> {
  const bytes = logo
    ? await store
        .open(logo.id, partOfLogo('logo.png'))
        .then((found) => found && buffer(found.stream))
    : await readIcon();
  return bytes && { bytes, description: brandName };
}

async function readIcon(): Promise<Buffer | undefined> {
  for (const file of FILES) {
    // oxlint-disable-next-line no-await-in-loop -- the second one only without the first
    const bytes = await readFile(join(ROOT_FOLDER, file)).catch(() => undefined);
    if (bytes) return bytes;
  }
  return undefined;
}
