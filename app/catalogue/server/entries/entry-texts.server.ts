import type { GroupEntry, SectionEntry } from '../../../shop/catalogue.ts';
import {
  readContentBlockTexts,
  writeContentBlockTexts,
} from '../content/content-block-texts.server.ts';
import type { EntryFields, EntryKind } from '../../protocol/entry.ts';
import { type Faults, type Texts, TextReader } from '../../protocol/read-texts.ts';
import { readServiceTexts, writeServiceTexts, type ServiceDraft } from './service-texts.ts';
import { t, msg } from '../../../i18n/translate.ts';
import { nameOfTitle } from '../../../shop/name-of-title.ts';
import { LOOKS } from '../../../shop/pictures/looks.ts';
import { LIMITS } from '../../protocol/limits.ts';

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

const NAME_FAULT = msg(
  'A name in addresses has small letters from a to z, digits and “-”, and begins with a letter.',
);

export function writeEntryTexts(kind: EntryKind, fields: EntryFields): Texts {
  switch (kind) {
    case 'section':
      return writeSectionTexts(fields as unknown as SectionEntry);
    case 'group':
      return writeGroupTexts(fields as unknown as GroupEntry);
    case 'text':
      return writeContentBlockTexts(fields);
    default:
      kind satisfies 'service';
      return writeServiceTexts(fields as unknown as ServiceDraft);
  }
}

export function readEntryTexts(
  kind: EntryKind,
  texts: Texts,
): { readonly fields: EntryFields; readonly faults: Faults } {
  switch (kind) {
    case 'section':
      return readSectionTexts(texts);
    case 'group':
      return readGroupTexts(texts);
    case 'text':
      return readContentBlockTexts(texts);
    default:
      kind satisfies 'service';
      return readServiceTexts(texts);
  }
}

function writeSectionTexts(catalogueEntry: Omit<SectionEntry, 'place'>): Texts {
  const { id, title, tagline, look, isHidden } = catalogueEntry;
  return { id, title, tagline, look, isHidden: isHidden ? 'yes' : '' };
}

/** The id of a section is chosen once, when the section is created. */
function readSectionTexts(texts: Texts): {
  fields: Omit<SectionEntry, 'place'>;
  faults: Faults;
} {
  const read = new TextReader(texts);
  const title = read.line('title', LIMITS.sectionTitle, t('Please give the section a title.'));
  const fields = {
    id: readName(read, title),
    title,
    tagline: read.line('tagline', LIMITS.tagline),
    look: read.oneOf('look', LOOKS, t('Please choose how the section looks.')),
    isHidden: read.flag('isHidden'),
  };
  return { fields, faults: read.faults };
}

function writeGroupTexts(catalogueEntry: Omit<GroupEntry, 'place'>): Texts {
  const { id, section, title, isHidden } = catalogueEntry;
  return { id, section, title, isHidden: isHidden ? 'yes' : '' };
}

/** The id and the section of a group are chosen once, when the group is created. */
function readGroupTexts(texts: Texts): {
  fields: Omit<GroupEntry, 'place'>;
  faults: Faults;
} {
  const read = new TextReader(texts);
  const title = read.line('title', LIMITS.groupTitle, t('Please give the group a title.'));
  const section = read.text('section').trim();
  if (section === '') read.fault('section', t('Please choose a section.'));
  const fields = { id: readName(read, title), section, title, isHidden: read.flag('isHidden') };
  return { fields, faults: read.faults };
}

/** Returns the typed name, or a name derived from the title. */
function readName(read: TextReader, title: string): string {
  const typed = read.text('id').trim().toLowerCase();
  const id = typed === '' ? nameOfTitle(title, LIMITS.name) : typed;
  if (!NAME.test(id)) read.fault('id', t(NAME_FAULT));
  return id;
}
