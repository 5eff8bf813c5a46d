import { data } from 'react-router';
import type { AppContext } from '../../app-context.ts';
import { readPriceTax } from '../read-price-tax.server.ts';
import { findSuggestions } from '../search/find-suggestions.ts';
import { describeGone } from '../describe-gone.ts';
import type { Service } from '../service.ts';
import { GONE } from './gone.ts';

type ShopContext = Pick<AppContext, 'catalogue' | 'settings' | 'clock'>;

/** The caller must throw the result. */
export function missing(appContext: ShopContext) {
  return data(findSuggestions(appContext.catalogue, readPriceTax(appContext)), { status: 404 });
}

/** Throws a 404 for an unknown service, and a 410 with suggestions for a hidden one. */
export function requireService(appContext: ShopContext, section: string, slug: string): Service {
  const { catalogue } = appContext;
  const found = catalogue.findServiceEverAt(section, slug);
  if (!found) throw missing(appContext);
  if (!found.isShown) throw data(describeGone(catalogue, found.service), GONE);
  return found.service;
}
