import chat from '../../../../content/chat.json' with { type: 'json' };
import spanishChat from '../../../../content/es/chat.json' with { type: 'json' };
import spanishPrivacy from '../../../../content/es/legal/privacy-policy.json' with { type: 'json' };
import spanishRefunds from '../../../../content/es/legal/refund-policy.json' with { type: 'json' };
import spanishTerms from '../../../../content/es/legal/terms-of-service.json' with { type: 'json' };
import spanishPages from '../../../../content/es/pages.json' with { type: 'json' };
import privacy from '../../../../content/legal/privacy-policy.json' with { type: 'json' };
import refunds from '../../../../content/legal/refund-policy.json' with { type: 'json' };
import terms from '../../../../content/legal/terms-of-service.json' with { type: 'json' };
import pages from '../../../../content/pages.json' with { type: 'json' };
import type { Language } from '../../../platform/languages.ts';
import type { EntryFields } from '../../protocol/entry.ts';
import { PLACE_STEP } from '../../../shop/place-step.ts';
import type { TextEntry } from '../../protocol/content.ts';
import { BASE_LANGUAGE, pieceId, type PieceKind } from '../../protocol/pieces.ts';

interface FirstWords {
  readonly pages: Readonly<Record<'home' | 'about' | 'cards', EntryFields>>;
  readonly chat: EntryFields;
  readonly privacy: typeof privacy;
  readonly terms: typeof terms;
  readonly refunds: typeof refunds;
}

/** Every installation begins with this content. Texts that rule 69 quotes are the same to the letter. */
export function readFirstContent(): TextEntry[] {
  const topics = chat.topics.map(({ id, ...topic }, index) => ({
    ...topic,
    id: pieceId({ language: BASE_LANGUAGE, kind: 'topic', name: id }),
    reply: '',
    minutes: null,
    isHidden: false,
    place: (index + 1) * PLACE_STEP,
  }));
  const spanishTopics = spanishChat.topics.map(({ id, ...topic }) => ({
    ...topic,
    id: pieceId({ language: 'es', kind: 'topic', name: id }),
    reply: '',
  }));
  return [
    ...piecesOf(BASE_LANGUAGE, { pages, chat: chat.words, privacy, terms, refunds }),
    {
      id: pieceId({ language: BASE_LANGUAGE, kind: 'brand', name: '' }),
      colour: '',
      logo: '',
      logoDark: '',
      isNamed: false,
    },
    ...topics,
    ...piecesOf('es', {
      pages: spanishPages,
      chat: spanishChat.words,
      privacy: spanishPrivacy,
      terms: spanishTerms,
      refunds: spanishRefunds,
    }),
    ...spanishTopics,
  ];
}

function piecesOf(language: Language, words: FirstWords): TextEntry[] {
  const piece = (kind: PieceKind, fields: EntryFields): TextEntry => ({
    ...fields,
    id: pieceId({ language, kind, name: '' }),
  });
  return [
    piece('home', words.pages.home),
    piece('about', words.pages.about),
    piece('cards', words.pages.cards),
    piece('chat', words.chat),
    piece('privacy', legal(words.privacy)),
    piece('terms', legal(words.terms)),
    piece('refunds', legal(words.refunds)),
  ];
}

/** The JSON file holds the text as an array of lines, so that a diff shows the single line that changed. */
function legal({ body, ...fields }: typeof privacy): EntryFields {
  return { ...fields, body: body.join('\n') };
}
