import { byPlace } from '../../shop/catalogue.ts';
import type { Working, WorkingCatalogue } from './draft.ts';
import { servicesByGroup } from './service-list.ts';
import type { OutlineEntry, OutlineSection } from '../ui/section-outline.tsx';

export function readOutline({ sections, groups, services }: WorkingCatalogue): OutlineSection[] {
  const byGroup = servicesByGroup(services);
  const countOf = (section: string, group: string) =>
    byGroup.get(`${section}/${group}`)?.length ?? 0;
  const countIn = (section: string) =>
    byGroup
      .entries()
      .reduce((sum, [name, own]) => sum + (name.startsWith(`${section}/`) ? own.length : 0), 0);
  return toEntries(sections, ({ id }) => countIn(id)).map(({ working, ...catalogueEntry }) => ({
    ...catalogueEntry,
    look: working.entry.look,
    groups: toEntries(
      groups.filter((group) => group.entry.section === catalogueEntry.id),
      ({ id }) => countOf(catalogueEntry.id, id),
    ).map(({ working: _working, ...group }) => group),
  }));
}

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly place: number;
  readonly isHidden: boolean;
}

function toEntries<T extends Listed>(
  all: readonly Working<T>[],
  countOf: (catalogueEntry: T) => number,
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
