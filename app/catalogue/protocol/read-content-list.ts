import { t } from '../../i18n/translate.ts';
import type { Language } from '../../platform/languages.ts';
import {
  BASE_LANGUAGE,
  parseContentBlockId,
  PIECES,
  contentBlockId,
  CONTENT_BLOCK_KINDS,
} from './content-blocks.ts';
import type { WorkingCatalogue } from './draft.ts';

export interface ListedContentBlock {
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
  readonly pieces: readonly ListedContentBlock[];
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
  const drafted = new Set(
    texts.flatMap(({ entry: catalogueEntry, draft: catalogueDraft }) =>
      catalogueDraft ? [catalogueEntry.id] : [],
    ),
  );
  const read = (id: string) => id.replace(/^[a-z]+/, main);
  const own = new Map(
    texts.map(({ entry: catalogueEntry }) => [catalogueEntry.id, catalogueEntry]),
  );
  const isDraft = (id: string) => drafted.has(id) || drafted.has(read(id));
  const topics = texts
    .map(({ entry: catalogueEntry }) => catalogueEntry)
    .filter(({ id }) => {
      const key = parseContentBlockId(id);
      return key?.kind === 'topic' && key.language === BASE_LANGUAGE;
    })
    .toSorted(
      (one, other) => Number(one.place) - Number(other.place) || (one.id < other.id ? -1 : 1),
    );
  return {
    pieces: CONTENT_BLOCK_KINDS.filter((kind) => kind !== 'topic').map((kind) => {
      const id = contentBlockId({ language: BASE_LANGUAGE, kind, name: '' });
      const { title, about } = PIECES[kind];
      return {
        // The brand is shared by all languages.
        id: kind === 'brand' ? id : read(id),
        title: t(title),
        about: t(about),
        isDraft: isDraft(id),
      };
    }),
    topics: topics.map((catalogueEntry, index) => ({
      id: catalogueEntry.id,
      // A topic without a translation is edited in the base language.
      wordsId: own.has(read(catalogueEntry.id)) ? read(catalogueEntry.id) : catalogueEntry.id,
      title: String(own.get(read(catalogueEntry.id))?.name || catalogueEntry.name),
      isDraft: isDraft(catalogueEntry.id),
      isHidden: catalogueEntry.isHidden === true,
      isFirst: index === 0,
      isLast: index === topics.length - 1,
    })),
  };
}
