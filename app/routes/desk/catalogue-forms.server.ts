import * as v from 'valibot';
import { ENTRY_KINDS } from '../../marketplace/entries/entry.ts';
import { LIMITS } from '../../marketplace/entries/limits.ts';
import { field, id, text } from '../../platform/fields.ts';
import { LANGUAGES } from '../../platform/languages.ts';

const kind = v.picklist(ENTRY_KINDS);
const number = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));

/** An entry, whole or a few fields of it: which those are says what was sent. */
export const saveForm = v.looseObject({
  intent: v.literal('save'),
  kind,
  /** The one there is; undefined for a new one, whose own name is typed. */
  entry: v.optional(id),
  /** What comes after saving. */
  next: v.optional(v.picklist(['stay', 'preview', 'publish']), 'stay'),
  /** Digests of what the form showed, as JSON. */
  shown: field(4000),
  isWhole: v.optional(v.literal('yes')),
});

export const moveForm = v.object({
  intent: v.literal('move'),
  kind,
  id,
  to: v.optional(v.picklist(['up', 'down'])),
  /** In front of this one; '' behind all others. */
  before: v.optional(v.union([id, v.literal('')])),
  /** Or the place among its like, from 1. */
  at: v.optional(text(20)),
});

export const discardForm = v.object({
  intent: v.literal('discard'),
  kind,
  id,
  version: number,
  back: v.optional(v.literal('list')),
});

export const undoForm = v.object({ intent: v.literal('undo'), revision: number });

/** 'service 7d0f4c1e-… 3': a draft and the version of it that was seen. */
const sentDraft = v.pipe(
  v.string(),
  v.regex(/^(section|group|service|text) [\w-]{1,64} \d{1,9}$/),
  v.transform((text) => {
    const [kindText = '', entryId = '', version = ''] = text.split(' ');
    return { kind: v.parse(kind, kindText), id: entryId, version: Number(version) };
  }),
);

export const publishForm = v.object({
  intent: v.literal('publish'),
  draft: v.pipe(v.array(sentDraft), v.maxLength(500)),
  note: field(LIMITS.publicationNote),
  /** What was public where these drafts were shown. */
  revision: v.optional(number),
});

/** Names of texts with what was written ('text.title'), stood there, and was its source. */
export const translateForm = v.looseObject({
  intent: v.literal('translate'),
  kind,
  id,
  language: v.picklist(LANGUAGES),
});
