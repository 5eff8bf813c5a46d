import type {
  CatalogueContent,
  GroupEntry,
  SectionEntry,
  ServiceEntry,
} from '../../shop/catalogue.ts';
import type { TextEntry } from './content.ts';
import type { EntryFields, EntryKey, EntryKind } from './entry.ts';

export interface CatalogueDraft extends EntryKey {
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
  readonly draft: CatalogueDraft | undefined;
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
  drafts: readonly CatalogueDraft[],
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
  drafts: readonly CatalogueDraft[],
): readonly Working<T>[] {
  const own = drafts.filter((catalogueDraft) => catalogueDraft.kind === kind);
  const { all, indexes } = withoutDrafts(published);
  if (own.length === 0) return all;
  const working = [...all];
  for (const catalogueDraft of own) {
    const index = indexes.get(catalogueDraft.id);
    const catalogueEntry = index === undefined ? undefined : published[index];
    if (index !== undefined && catalogueEntry) {
      working[index] = {
        entry: { ...catalogueEntry, ...catalogueDraft.fields },
        published: catalogueEntry,
        draft: catalogueDraft,
      };
    } else if (catalogueDraft.isNew) {
      // The draft of a new entry holds all of its fields.
      const fields = { ...catalogueDraft.fields, id: catalogueDraft.id };
      working.push({ entry: fields as unknown as T, published: undefined, draft: catalogueDraft });
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
      all: published.map((catalogueEntry) => ({
        entry: catalogueEntry,
        published: catalogueEntry,
        draft: undefined,
      })),
      indexes: new Map(published.map(({ id }, index) => [id, index])),
    };
    known.set(published, made);
  }
  return made;
}
