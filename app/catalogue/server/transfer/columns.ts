import type { CatalogueContent, ServiceEntry } from '../../../shop/catalogue.ts';
import { LIMITS } from '../../protocol/limits.ts';
import type { Texts } from '../../protocol/read-texts.ts';
import { ORDERING_NAMES } from '../entries/ordering-texts.ts';
import { writeServiceTexts } from '../entries/service-texts.ts';
import { PACKAGE_NAMES } from '../../../shop/service.ts';

const numbers = Array.from({ length: LIMITS.questions }, (_, index) => index);

export const COLUMNS: readonly string[] = [
  'id',
  'title',
  'slug',
  'group',
  'summary',
  'description',
  'price',
  'currency',
  'unit',
  'note',
  'cents',
  'deliveryDays',
  'revisions',
  'needs',
  'delivers',
  'popular',
  'place',
  'isHidden',
  ...PACKAGE_NAMES.flatMap((name) =>
    ['price', 'deliveryDays', 'revisions', 'contents'].map((part) => `${name}.${part}`),
  ),
  ...ORDERING_NAMES,
  ...numbers.flatMap((index) => [`question.${index}`, `answer.${index}`]),
];

export function toRow(catalogueEntry: ServiceEntry): Texts {
  const { id, place } = catalogueEntry;
  const texts = writeServiceTexts(catalogueEntry);
  return Object.fromEntries(
    COLUMNS.map((column) => [
      column,
      column === 'id' ? id : column === 'place' ? String(place) : (texts[column] ?? ''),
    ]),
  );
}

/** The rows include hidden services. */
export function toRows(content: CatalogueContent): Texts[] {
  return inFileOrder(content).map(toRow);
}

export function inFileOrder({ sections, groups, services }: CatalogueContent): ServiceEntry[] {
  const rank = new Map(
    sections
      .toSorted((one, other) => one.place - other.place)
      .flatMap((section) =>
        groups
          .filter((group) => group.section === section.id)
          .toSorted((one, other) => one.place - other.place),
      )
      .map(({ id }, index) => [id, index]),
  );
  return services.toSorted(
    (one, other) =>
      (rank.get(one.area) ?? 0) - (rank.get(other.area) ?? 0) || one.place - other.place,
  );
}
