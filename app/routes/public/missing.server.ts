import { data } from 'react-router';
import type { Catalogue } from '../../marketplace/catalogue.ts';
import { findFinds } from '../../marketplace/find-finds.ts';

/** To be thrown where nothing is: with what leads on. */
export function missing(catalogue: Catalogue) {
  return data(findFinds(catalogue), { status: 404 });
}
