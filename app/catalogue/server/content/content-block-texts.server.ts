import { t } from '../../../i18n/translate.ts';
import { HEX_COLOUR, whyUnreadable } from './brand-colour.ts';
import type { EntryFields } from '../../protocol/entry.ts';
import { parsePhoto, writePhoto } from '../../protocol/media-texts.ts';
import { TextReader, type Faults, type Texts } from '../../protocol/read-texts.ts';
import { nameOfTitle } from '../../../shop/name-of-title.ts';
import { checkMarkdown } from './markdown.server.ts';
import {
  BASE_LANGUAGE,
  fieldsOfContentBlock,
  parseContentBlockId,
  contentBlockId,
  TOPIC_ICONS,
  type ContentBlockField,
} from '../../protocol/content-blocks.ts';

export function writeContentBlockTexts(fields: EntryFields): Texts {
  const id = textOf(fields.id);
  const texts: Record<string, string> = { id };
  for (const { name } of fieldsOf(id)) {
    texts[name] = textOf(fields[name]);
  }
  return texts;
}

/** The id of a new topic is derived from the topic's name. */
export function readContentBlockTexts(texts: Texts): { fields: EntryFields; faults: Faults } {
  const read = new TextReader(texts);
  const typedId = read.text('id');
  const id = typedId === '' ? idOfNewTopic(read.text('name')) : typedId;
  const specs = fieldsOf(id);
  const fields: Record<string, unknown> = { id };
  for (const spec of specs) fields[spec.name] = readField(read, spec);
  if (specs.length === 0) read.fault('name', t('There is no such piece of content.'));
  return { fields, faults: read.faults };
}

function fieldsOf(id: string): readonly ContentBlockField[] {
  const key = parseContentBlockId(id);
  if (!key) return [];
  return fieldsOfContentBlock(key.kind, id);
}

function readField(read: TextReader, spec: ContentBlockField): unknown {
  const { name, kind, most, isRequired, label } = spec;
  const required = isRequired ? t('Please fill in: {label}.', { label: t(label) }) : undefined;
  switch (kind) {
    case 'number':
      return read.number(name, 1, most);
    case 'flag':
      return read.flag(name);
    case 'icon':
      return read.oneOf(name, TOPIC_ICONS, t('Please choose a sign.'));
    case 'colour':
      return readColour(read, name);
    case 'logo':
      return readLogo(read, name);
    case 'line': {
      const text = read.line(name, most, required);
      checkHolders(read, spec, text);
      return text;
    }
    default: {
      const text = read.lines(name, most, required);
      checkHolders(read, spec, text);
      const fault = kind === 'markdown' ? checkMarkdown(text) : undefined;
      if (fault) read.fault(name, fault);
      return text;
    }
  }
}

/** Rejects unknown placeholders, because nothing would replace them on the page. */
function checkHolders(
  read: TextReader,
  { name, holders = [] }: ContentBlockField,
  text: string,
): void {
  const unknown = [...text.matchAll(/\{(\w+)\}/g)].find(([, held = '']) => !holders.includes(held));
  if (!unknown) return;
  const known = holders.map((holder) => `{${holder}}`).join(', ');
  read.fault(
    name,
    known === ''
      ? t('Nothing is known to fill in for {holder}. Nothing may stand in braces here.', {
          holder: unknown[0],
        })
      : t('Nothing is known to fill in for {holder}. What may stand in braces here: {known}.', {
          holder: unknown[0],
          known,
        }),
  );
}

/** Returns '' for no colour. A colour with too little contrast is rejected. */
function readColour(read: TextReader, name: string): string {
  const colour = read.text(name).trim().toLowerCase();
  if (colour === '') return '';
  const fault = HEX_COLOUR.test(colour)
    ? whyUnreadable(colour)
    : t('Please write the colour as # and six digits from 0 to 9 or a to f, such as #0a7a3d.');
  if (fault) read.fault(name, fault);
  return colour;
}

/** Returns '' for no logo. The text holds the picture's id and size, in the same format as a photo. */
function readLogo(read: TextReader, name: string): string {
  const text = read.text(name).trim();
  if (text === '') return '';
  const picture = parsePhoto(text);
  if (picture) return writePhoto(picture);
  read.fault(name, t('This cannot be read. Please add it again.'));
  return '';
}

function idOfNewTopic(name: string): string {
  const plain = nameOfTitle(name, 40);
  const topic = plain === '' ? `topic-${Date.now().toString(36)}` : plain;
  return contentBlockId({ language: BASE_LANGUAGE, kind: 'topic', name: topic });
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
