import type { Database } from '../../platform/db/database.server.ts';
import { Content } from '../content/content.ts';
import { parsePieceId, type PieceKey } from '../content/pieces.ts';
import type { KnownCatalogue } from '../live-catalogue.server.ts';
import { readWorking } from './read-working.server.ts';

/** The words as they will be once every draft is published; undefined where there is no such piece. */
export async function readContentPreview(
  host: KnownCatalogue & { readonly db: Database },
  id: string,
): Promise<{ readonly key: PieceKey; readonly words: Content } | undefined> {
  const { texts } = await readWorking(host);
  const key = parsePieceId(id);
  if (!key || !texts.some(({ entry }) => entry.id === id)) return undefined;
  return { key, words: new Content(texts.map(({ entry }) => entry)) };
}
