import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT_FOLDER } from '../../../platform/root-folder.server.ts';
import type { InvoiceLogo } from '../../invoice-document/invoice-document.ts';

/** The built product has the shop's pictures among the client's files. */
const FILES = ['build/client/icon-512.png', 'public/icon-512.png'];

/** Returns the shop's icon with its name, or undefined if an operator removed it. */
export async function readShopLogo(brandName: string): Promise<InvoiceLogo | undefined> {
  for (const file of FILES) {
    // oxlint-disable-next-line no-await-in-loop -- the second one only without the first
    const bytes = await readFile(join(ROOT_FOLDER, file)).catch(() => undefined);
    if (bytes) return { bytes, description: brandName };
  }
  return undefined;
}
