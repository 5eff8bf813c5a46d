import { data } from 'react-router';
import type { Catalogue } from '../catalogue.ts';
import { findFinds } from '../search/find-finds.ts';

/** The caller must throw the result. */
export function missing(catalogue: Catalogue) {
  return data(findFinds(catalogue), { status: 404 });
}
