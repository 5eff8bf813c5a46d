import type { CatalogueContent, GroupEntry, SectionEntry, ServiceEntry } from '../catalogue.ts';
import type { TextEntry } from '../content/content.ts';
import { keyOf, type EntryFields, type EntryKey, type EntryKind } from '../entries/entry.ts';

/** What somebody changed of an entry and nobody published yet. */
export interface Draft extends EntryKey {
  readonly isNew: boolean;
  readonly fields: EntryFields;
  readonly version: number;
  readonly editedByName: string;
  readonly editedAt: Date;
}

/** An entry as the team works on it: what is published, and over it what is not yet. */
export interface Working<T> {
  readonly entry: T;
  /** Undefined for one that was never published. */
  readonly published: T | undefined;
  readonly draft: Draft | undefined;
}

export interface WorkingCatalogue {
  readonly sections: readonly Working<SectionEntry>[];
  readonly groups: readonly Working<GroupEntry>[];
  readonly services: readonly Working<ServiceEntry>[];
  readonly texts: readonly Working<TextEntry>[];
}

/** Lays the drafts over what is published. */
export function layOver(
  content: Pick<CatalogueContent, 'sections' | 'groups' | 'services' | 'texts'>,
  drafts: readonly Draft[],
): WorkingCatalogue {
  const byKey = new Map(drafts.map((draft) => [keyOf(draft), draft]));
  const over = <T extends { readonly id: string }>(kind: EntryKind, published: readonly T[]) => [
    ...published.map((entry): Working<T> => {
      const draft = byKey.get(keyOf({ kind, id: entry.id }));
      return { entry: draft ? { ...entry, ...draft.fields } : entry, published: entry, draft };
    }),
    ...drafts
      .filter((draft) => draft.kind === kind && draft.isNew)
      .map((draft): Working<T> => ({
        // A new entry's draft holds all of its fields.
        entry: { ...draft.fields, id: draft.id } as unknown as T,
        published: undefined,
        draft,
      })),
  ];
  return {
    sections: over('section', content.sections),
    groups: over('group', content.groups),
    services: over('service', content.services),
    texts: over('text', content.texts),
  };
}
