import { data } from 'react-router';
import type { Catalogue } from '../catalogue.ts';
import { findSuggestions } from '../search/find-suggestions.ts';
import { describeGone } from '../describe-gone.ts';
import type { Service } from '../service.ts';
import { GONE } from './gone.ts';

/** The caller must throw the result. */
export function missing(catalogue: Catalogue) {
  return data(findSuggestions(catalogue), { status: 404 });
}

/** Throws a 404 for an unknown service, and a 410 with suggestions for a hidden one. */
export function requireService(catalogue: Catalogue, section: string, slug: string): Service {
  const found = catalogue.findServiceEverAt(section, slug);
  if (!found) throw missing(catalogue);
  if (!found.isShown) throw data(describeGone(catalogue, found.service), GONE);
  return found.service;
}
