import type { GroupEntry, SectionEntry } from '../../../shop/catalogue.ts';
import { readPieceTexts, writePieceTexts } from '../content/piece-texts.server.ts';
import type { EntryFields, EntryKind } from '../../protocol/entry.ts';
import type { Faults, Texts } from '../../protocol/read-texts.ts';
import {
  readGroupTexts,
  readSectionTexts,
  writeGroupTexts,
  writeSectionTexts,
} from './section-texts.ts';
import { readServiceTexts, writeServiceTexts, type ServiceDraft } from './service-texts.ts';

export function writeEntryTexts(kind: EntryKind, fields: EntryFields): Texts {
  switch (kind) {
    case 'section':
      return writeSectionTexts(fields as unknown as SectionEntry);
    case 'group':
      return writeGroupTexts(fields as unknown as GroupEntry);
    case 'text':
      return writePieceTexts(fields);
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
      return readPieceTexts(texts);
    default:
      kind satisfies 'service';
      return readServiceTexts(texts);
  }
}
