import type { Section } from './sections.ts';
import type { CardService } from './service.ts';

/** What the overview shows at once: every service of a shop of this size, and of a larger one a part. */
const MOST_CARDS = 150;
const FEWEST_OF_GROUP = 3;

/** A section of the overview, with how many services each of its groups has. */
export interface OverviewSection {
  readonly section: Section;
  readonly services: readonly CardService[];
  /** Of the groups that are not shown whole. */
  readonly totals: Readonly<Record<string, number>>;
}

/**
 * The services of the overview by section. In a large shop each group shows its first ones and leads to
 * all of them: a page of thousands of cards is of use to nobody.
 */
export function toOverview(
  sections: readonly Section[],
  cards: readonly CardService[],
): OverviewSection[] {
  const groupCount = sections.reduce((sum, { areas }) => sum + areas.length, 0);
  const most =
    cards.length <= MOST_CARDS
      ? Infinity
      : Math.max(FEWEST_OF_GROUP, Math.floor(MOST_CARDS / groupCount));
  const ofGroup = Map.groupBy(cards, ({ section, area }) => `${section}/${area}`);
  return sections.map((section) => {
    const groups = section.areas.map(
      ({ id }) => [id, ofGroup.get(`${section.id}/${id}`) ?? []] as const,
    );
    return {
      section,
      services: groups.flatMap(([, services]) => services.slice(0, most)),
      totals: Object.fromEntries(
        groups.filter(([, { length }]) => length > most).map(([id, { length }]) => [id, length]),
      ),
    };
  });
}
