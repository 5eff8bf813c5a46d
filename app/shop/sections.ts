import type { Fallbacks, Translated } from '../platform/lang-of.ts';
import type { Look } from './pictures/looks.ts';
import type { CardService } from './service.ts';

export interface Area extends Translated {
  readonly id: string;
  readonly title: string;
}

/** Areas without visible services are left out. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly tagline: string;
  readonly look: Look;
  /** These texts of a translated catalogue are still in the source language. */
  readonly fallbacks?: Fallbacks;
  readonly areas: readonly Area[];
}

/** A shop with at most this many services shows all of them in the overview. A larger shop shows a part. */
const MOST_CARDS = 150;

const FEWEST_OF_GROUP = 3;

export interface OverviewSection {
  readonly section: Section;
  readonly services: readonly CardService[];
  /** Only groups that are not shown completely have a total. */
  readonly totals: Readonly<Record<string, number>>;
}

/**
 * In a large shop each group shows its first services and links to the rest, because nobody can use a page of
 * thousands of cards.
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
