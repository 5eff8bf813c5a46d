import { data } from 'react-router';
import type { Catalogue } from '../catalogue.ts';
import { describeGone } from '../describe-gone.ts';
import type { Service } from '../service.ts';
import { missing } from './missing.server.ts';
import { GONE } from './gone.ts';

/** Throws a 404 for an unknown service, and a 410 with suggestions for a hidden one. */
export function requireService(catalogue: Catalogue, section: string, slug: string): Service {
  const found = catalogue.findServiceEverAt(section, slug);
  if (!found) throw missing(catalogue);
  if (!found.isShown) throw data(describeGone(catalogue, found.service), GONE);
  return found.service;
}
