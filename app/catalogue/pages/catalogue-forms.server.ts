import * as v from 'valibot';
import { ENTRY_KINDS } from '../protocol/entry.ts';
import { LIMITS } from '../protocol/limits.ts';
import { field, id, text } from '../../platform/fields.ts';
import { selectedRows } from '../../portal/pages/list-action.server.ts';
import { TRANSLATED_LANGUAGES } from '../../platform/languages.ts';

const kind = v.picklist(ENTRY_KINDS);
const number = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));

/** The other properties of the object are the fields of the entry, all of them or a few. */
export const saveForm = v.looseObject({
  intent: v.literal('save'),
  kind,
  /** A new entry has no id, and its own name is among the fields. */
  entry: v.optional(id),
  next: v.optional(v.picklist(['stay', 'preview', 'publish']), 'stay'),
  /** These are the digests of the shown values, as JSON. */
  shown: field(4000),
  isWhole: v.optional(v.literal('yes')),
});

export const moveForm = v.object({
  intent: v.literal('move'),
  kind,
  id,
  to: v.optional(v.picklist(['up', 'down'])),
  /** The entry is inserted before this one. '' means the end. */
  before: v.optional(v.union([id, v.literal('')])),
  /** The position among the siblings starts at 1. */
  at: v.optional(text(20)),
});

export const discardForm = v.object({
  intent: v.literal('discard'),
  kind,
  id,
  version: number,
  back: v.optional(v.literal('list')),
});

export const rowsForm = v.object({
  intent: v.picklist(['hide-services', 'show-services']),
  row: selectedRows,
});

export const undoForm = v.object({ intent: v.literal('undo'), revision: number });

/** An example is 'service 7d0f4c1e-… 3': a draft and the version that the user saw. */
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
  /** This revision was published when the drafts were shown. */
  revision: v.optional(number),
});

/**
 * The other properties are named after the texts: the translation ('text.title'), the previous translation and the
 * digest of its source.
 */
export const translateForm = v.looseObject({
  intent: v.literal('translate'),
  kind,
  id,
  language: v.picklist(TRANSLATED_LANGUAGES),
});
