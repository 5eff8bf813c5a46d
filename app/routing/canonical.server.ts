import { redirect, type MiddlewareFunction } from 'react-router';
import { appContextKey, requestContext } from '../app-context.ts';
import { findCanonicalAddress } from './canonical-address.ts';

/** Other spellings of a catalogue page redirect to the canonical one (rules 58 and 59). */
export const redirectToCanonicalPath: MiddlewareFunction<Response> = async (
  { request, context },
  next,
) => {
  const { movedTo } = context.get(requestContext);
  if (movedTo !== undefined) throw redirect(movedTo);
  if (request.method === 'GET' || request.method === 'HEAD') {
    const { pathname, search } = new URL(request.url);
    const { catalogue, settings } = context.get(appContextKey);
    const canonical = findCanonicalAddress(catalogue, settings.languages, pathname);
    if (canonical !== undefined) {
      const [path = '', ...place] = canonical.split(/(?=#)/);
      throw redirect(path + search + place.join(''), 301);
    }
  }
  return next();
};
