import type { WorkingCatalogue } from './draft.ts';
import { inOrder } from './service-list.ts';

export interface SectionOption {
  readonly id: string;
  readonly title: string;
  readonly groups: readonly { readonly id: string; readonly title: string }[];
}

export function groupOptions({ sections, groups }: WorkingCatalogue): SectionOption[] {
  const all = inOrder(groups);
  return inOrder(sections).map(({ id, title }) => ({
    id,
    title,
    groups: all
      .filter((group) => group.section === id)
      .map((group) => ({ id: group.id, title: group.title })),
  }));
}
