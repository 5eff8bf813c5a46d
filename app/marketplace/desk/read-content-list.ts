import { sayAny } from '../../platform/say.ts';
import type { Language } from '../../platform/languages.ts';
import { BASE_LANGUAGE, parsePieceId, PIECES, pieceId, PIECE_KINDS } from '../content/pieces.ts';
import type { WorkingCatalogue } from '../drafts/draft.ts';

export interface ListedPiece {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly isDraft: boolean;
}

export interface ListedTopic {
  /** Of the topic: its order is the same in each language. */
  readonly id: string;
  /** Of its words in the main language. */
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
 * The pieces of content as the team works on them, topics in the order in which a chat offers them; each leads to
 * the words that most visitors read: those of the shop's main language.
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
        // The brand is the same in each language.
        id: kind === 'brand' ? id : read(id),
        title: sayAny(title),
        about: sayAny(about),
        isDraft: isDraft(id),
      };
    }),
    topics: topics.map((entry, index) => ({
      id: entry.id,
      // One that was never translated is written in the language the shop has.
      wordsId: own.has(read(entry.id)) ? read(entry.id) : entry.id,
      title: String(own.get(read(entry.id))?.name || entry.name),
      isDraft: isDraft(entry.id),
      isHidden: entry.isHidden === true,
      isFirst: index === 0,
      isLast: index === topics.length - 1,
    })),
  };
}
