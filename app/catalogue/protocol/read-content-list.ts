import { sayAny } from '../../platform/say.ts';
import type { Language } from '../../platform/languages.ts';
import { BASE_LANGUAGE, parsePieceId, PIECES, pieceId, PIECE_KINDS } from './pieces.ts';
import type { WorkingCatalogue } from './draft.ts';

export interface ListedPiece {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly isDraft: boolean;
}

export interface ListedTopic {
  /** This id is in the base language, which holds the order of the topics for all languages. */
  readonly id: string;
  /** This id is in the main language, whose text is edited. */
  readonly wordsId: string;
  readonly title: string;
  readonly isDraft: boolean;
  readonly isHidden: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export interface ContentList {
  readonly pieces: readonly ListedPiece[];
  readonly topics: readonly ListedTopic[];
}

/**
 * Lists the content blocks with drafts applied, topics in the order in which a chat offers them. Each item links to
 * its text in the shop's main language, which most visitors read.
 */
export function readContentList(
  { texts }: Pick<WorkingCatalogue, 'texts'>,
  main: Language,
): ContentList {
  const drafted = new Set(texts.flatMap(({ entry, draft }) => (draft ? [entry.id] : [])));
  const read = (id: string) => id.replace(/^[a-z]+/, main);
  const own = new Map(texts.map(({ entry }) => [entry.id, entry]));
  const isDraft = (id: string) => drafted.has(id) || drafted.has(read(id));
  const topics = texts
    .map(({ entry }) => entry)
    .filter(({ id }) => {
      const key = parsePieceId(id);
      return key?.kind === 'topic' && key.language === BASE_LANGUAGE;
    })
    .toSorted(
      (one, other) => Number(one.place) - Number(other.place) || (one.id < other.id ? -1 : 1),
    );
  return {
    pieces: PIECE_KINDS.filter((kind) => kind !== 'topic').map((kind) => {
      const id = pieceId({ language: BASE_LANGUAGE, kind, name: '' });
      const { title, about } = PIECES[kind];
      return {
        // The brand is shared by all languages.
        id: kind === 'brand' ? id : read(id),
        title: sayAny(title),
        about: sayAny(about),
        isDraft: isDraft(id),
      };
    }),
    topics: topics.map((entry, index) => ({
      id: entry.id,
      // A topic without a translation is edited in the base language.
      wordsId: own.has(read(entry.id)) ? read(entry.id) : entry.id,
      title: String(own.get(read(entry.id))?.name || entry.name),
      isDraft: isDraft(entry.id),
      isHidden: entry.isHidden === true,
      isFirst: index === 0,
      isLast: index === topics.length - 1,
    })),
  };
}
