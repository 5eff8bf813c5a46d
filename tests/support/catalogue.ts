import { Catalogue } from '../../app/shop/catalogue.ts';
import { readFirstCatalogue } from '../../app/catalogue/server/first-catalogue.server.ts';

/** The catalogue that an installation begins with. */
export const CATALOGUE = new Catalogue({ revision: 1, ...readFirstCatalogue() });
