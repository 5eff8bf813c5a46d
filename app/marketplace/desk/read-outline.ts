import { byPlace } from '../catalogue.ts';
import type { Working, WorkingCatalogue } from '../drafts/draft.ts';
import type { OutlineEntry, OutlineSection } from '../screens/desk/section-outline.tsx';

/** The sections and their groups as the team works on them. */
export function readOutline({ sections, groups, services }: WorkingCatalogue): OutlineSection[] {
  const count = (isOf: (entry: { section: string; area: string }) => boolean) =>
    services.filter(({ entry }) => isOf(entry)).length;
  return toEntries(sections, ({ id }) => count(({ section }) => section === id)).map(
    ({ working, ...entry }) => ({
      ...entry,
      look: working.entry.look,
      groups: toEntries(
        groups.filter((group) => group.entry.section === entry.id),
        ({ id }) => count(({ section, area }) => section === entry.id && area === id),
      ).map(({ working: _working, ...group }) => group),
    }),
  );
}

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly place: number;
  readonly isHidden: boolean;
}

function toEntries<T extends Listed>(
  all: readonly Working<T>[],
  countOf: (entry: T) => number,
): (OutlineEntry & { readonly working: Working<T> })[] {
  return all
    .toSorted((one, other) => byPlace(one.entry, other.entry))
    .map((working, index) => ({
      working,
      id: working.entry.id,
      title: working.entry.title,
      serviceCount: countOf(working.entry),
      isHidden: working.entry.isHidden,
      isDraft: working.draft !== undefined,
      isFirst: index === 0,
      isLast: index === all.length - 1,
    }));
}
