import { Catalogue } from '../../app/marketplace/catalogue.ts';
import { readFirstCatalogue } from '../../app/marketplace/first-catalogue.server.ts';

/** The catalogue that an installation begins with. */
export const CATALOGUE = new Catalogue({ revision: 1, ...readFirstCatalogue() });
