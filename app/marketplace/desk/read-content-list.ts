import { sayAny } from '../../platform/say.ts';
import { BASE_LANGUAGE, parsePieceId, PIECES, pieceId, PIECE_KINDS } from '../content/pieces.ts';
import type { WorkingCatalogue } from '../drafts/draft.ts';

export interface ListedPiece {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly isDraft: boolean;
}

export interface ListedTopic {
  readonly id: string;
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

/** The pieces of content as the team works on them, topics in the order in which a chat offers them. */
export function readContentList({ texts }: Pick<WorkingCatalogue, 'texts'>): ContentList {
  const drafted = new Set(texts.flatMap(({ entry, draft }) => (draft ? [entry.id] : [])));
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
      return { id, title: sayAny(title), about: sayAny(about), isDraft: drafted.has(id) };
    }),
    topics: topics.map((entry, index) => ({
      id: entry.id,
      title: String(entry.name),
      isDraft: drafted.has(entry.id),
      isHidden: entry.isHidden === true,
      isFirst: index === 0,
      isLast: index === topics.length - 1,
    })),
  };
}
