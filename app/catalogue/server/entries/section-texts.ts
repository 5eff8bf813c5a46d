import { say } from '../../../platform/say.ts';
import type { GroupEntry, SectionEntry } from '../../../shop/catalogue.ts';
import { nameOfTitle } from '../../../shop/name-of-title.ts';
import { LOOKS } from '../../../shop/pictures/looks.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { TextReader, type Faults, type Texts } from '../../protocol/read-texts.ts';

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const NAME_FAULT =
  'A name in addresses has small letters from a to z, digits and “-”, and begins with a letter.';

export function writeSectionTexts(entry: Omit<SectionEntry, 'place'>): Texts {
  const { id, title, tagline, look, isHidden } = entry;
  return { id, title, tagline, look, isHidden: isHidden ? 'yes' : '' };
}

/** The id of a section is chosen once, when the section is created. */
export function readSectionTexts(texts: Texts): {
  fields: Omit<SectionEntry, 'place'>;
  faults: Faults;
} {
  const read = new TextReader(texts);
  const title = read.line('title', LIMITS.sectionTitle, say('Please give the section a title.'));
  const fields = {
    id: readName(read, title),
    title,
    tagline: read.line('tagline', LIMITS.tagline),
    look: read.oneOf('look', LOOKS, say('Please choose how the section looks.')),
    isHidden: read.flag('isHidden'),
  };
  return { fields, faults: read.faults };
}

export function writeGroupTexts(entry: Omit<GroupEntry, 'place'>): Texts {
  const { id, section, title, isHidden } = entry;
  return { id, section, title, isHidden: isHidden ? 'yes' : '' };
}

/** The id and the section of a group are chosen once, when the group is created. */
export function readGroupTexts(texts: Texts): {
  fields: Omit<GroupEntry, 'place'>;
  faults: Faults;
} {
  const read = new TextReader(texts);
  const title = read.line('title', LIMITS.groupTitle, say('Please give the group a title.'));
  const section = read.text('section').trim();
  if (section === '') read.fault('section', say('Please choose a section.'));
  const fields = { id: readName(read, title), section, title, isHidden: read.flag('isHidden') };
  return { fields, faults: read.faults };
}

/** Returns the typed name, or a name derived from the title. */
function readName(read: TextReader, title: string): string {
  const typed = read.text('id').trim().toLowerCase();
  const id = typed === '' ? nameOfTitle(title, LIMITS.name) : typed;
  if (!NAME.test(id)) read.fault('id', NAME_FAULT);
  return id;
}
