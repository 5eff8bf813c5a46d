import type {
  CatalogueContent,
  GroupEntry,
  SectionEntry,
  ServiceEntry,
} from '../../shop/catalogue.ts';
import type { TextEntry } from './content.ts';
import type { EntryFields, EntryKey, EntryKind } from './entry.ts';

export interface Draft extends EntryKey {
  readonly isNew: boolean;
  readonly fields: EntryFields;
  readonly version: number;
  readonly editedByName: string;
  readonly editedAt: Date;
}

/** The draft is applied to `entry`. */
export interface Working<T> {
  readonly entry: T;
  /** An entry that was never published has none. */
  readonly published: T | undefined;
  readonly draft: Draft | undefined;
}

export interface WorkingCatalogue {
  readonly sections: readonly Working<SectionEntry>[];
  readonly groups: readonly Working<GroupEntry>[];
  readonly services: readonly Working<ServiceEntry>[];
  readonly texts: readonly Working<TextEntry>[];
}

export type ToLayOver = Partial<
  Pick<CatalogueContent, 'sections' | 'groups' | 'services' | 'texts'>
>;

export function layOver(
  { sections = [], groups = [], services = [], texts = [] }: ToLayOver,
  drafts: readonly Draft[],
): WorkingCatalogue {
  return {
    sections: over('section', sections, drafts),
    groups: over('group', groups, drafts),
    services: over('service', services, drafts),
    texts: over('text', texts, drafts),
  };
}

function over<T extends { readonly id: string }>(
  kind: EntryKind,
  published: readonly T[],
  drafts: readonly Draft[],
): readonly Working<T>[] {
  const own = drafts.filter((draft) => draft.kind === kind);
  const { all, indexes } = withoutDrafts(published);
  if (own.length === 0) return all;
  const working = [...all];
  for (const draft of own) {
    const index = indexes.get(draft.id);
    const entry = index === undefined ? undefined : published[index];
    if (index !== undefined && entry) {
      working[index] = { entry: { ...entry, ...draft.fields }, published: entry, draft };
    } else if (draft.isNew) {
      // The draft of a new entry holds all of its fields.
      const fields = { ...draft.fields, id: draft.id };
      working.push({ entry: fields as unknown as T, published: undefined, draft });
    }
  }
  return working;
}

interface Published<T> {
  readonly all: readonly Working<T>[];
  readonly indexes: ReadonlyMap<string, number>;
}

const known = new WeakMap<readonly object[], Published<object>>();

/** Cached per published array, because a large shop has thousands of entries and only a few drafts. */
function withoutDrafts<T extends { readonly id: string }>(published: readonly T[]): Published<T> {
  let made = known.get(published) as Published<T> | undefined;
  if (!made) {
    made = {
      all: published.map((entry) => ({ entry, published: entry, draft: undefined })),
      indexes: new Map(published.map(({ id }, index) => [id, index])),
    };
    known.set(published, made);
  }
  return made;
}
