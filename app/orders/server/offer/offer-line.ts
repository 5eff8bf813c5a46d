import { t } from '../../../i18n/translate.ts';
import { getPackageLabel } from '../../../shop/package-label.ts';
import type { Service } from '../../../shop/service.ts';
import type { PricedLine } from '../../pricing/price-order.ts';
import { DEFAULT_REVISIONS, formatOfferLine, type OfferLine } from '../../protocol/offer.ts';
import { chargeTax, type TaxTerms } from '../tax/tax-terms.ts';

/** The subject of a line. `sold` is null for free text and for services that are no longer sold. */
interface LineSubject {
  readonly title: string;
  readonly path: string | null;
  readonly serviceId: string | null;
  readonly sold: Pick<Service, 'packages' | 'options'> | null;
}

/** Returns a priced line with its titles, as offers and orders store it. */
export function toOfferLine(
  { title, path, serviceId, sold }: LineSubject,
  priced: PricedLine,
  tax: TaxTerms,
): OfferLine {
  const charged = chargeTax(priced, tax);
  const chosen = sold?.packages.find(({ name }) => name === priced.package);
  const titles = new Map(sold?.options.map((option) => [option.id, option.title]));
  return {
    title: chosen
      ? t('{title} ({packageName})', { title, packageName: getPackageLabel(chosen.name) })
      : title,
    path,
    quantity: priced.quantity,
    unitAmount: priced.unitAmount,
    ...(serviceId !== null && { serviceId }),
    ...(chosen && { package: chosen.name }),
    ...(priced.options.length > 0 && {
      options: priced.options.map((option) => ({
        ...option,
        title: titles.get(option.id) ?? option.id,
      })),
    }),
    ...(priced.discount > 0 && { discount: priced.discount }),
    ...(charged && { tax: charged }),
  };
}

/** Returns the line and its options with their amounts before the discount, in the smallest unit. */
export function rowsOfLine({ options = [], ...base }: OfferLine) {
  return [
    { label: formatOfferLine(base), amount: base.quantity * base.unitAmount },
    ...options.map(({ title, quantity, amount }) => ({
      label: formatOfferLine({ title, quantity }),
      amount,
    })),
  ];
}

/** Returns the revisions of the chosen package, or else of the service. */
export function revisionsOf(
  { packages, revisions }: Pick<Service, 'packages' | 'revisions'>,
  packageName: string | null,
): number {
  const chosen = packages.find(({ name }) => name === packageName);
  return chosen?.revisions ?? revisions ?? DEFAULT_REVISIONS;
}
