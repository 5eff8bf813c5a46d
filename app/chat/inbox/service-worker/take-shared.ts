import { withDatabase, type SharedRow } from '../offline/offline-database.ts';
import { SCOPE } from './contract.ts';

declare const self: ServiceWorkerGlobalScope;

const SHARED_FILES = 20;
const SHARED_TEXT = 4000;
const SHARED_BYTES = 250 * 1024 * 1024;

/**
 * Saves what another app shares, in place of what was shared before; the page asks for the conversation and
 * sends it. A system that shares names no origin. A website that hides its origin can offer files here, too: the
 * agent sees and discards them.
 */
export async function takeShared(request: Request): Promise<Response> {
  const to = (query: 'lost' | 'waiting') => Response.redirect(`${SCOPE}?shared=${query}`, 303);
  const origin = request.headers.get('Origin') ?? 'null';
  if (origin !== 'null' && origin !== self.location.origin) return to('lost');
  try {
    const form = await request.formData();
    const files = form
      .getAll('files')
      .filter((file) => file instanceof File)
      .filter(({ name }) => name !== '')
      .slice(0, SHARED_FILES);
    if (files.reduce((sum, { size }) => sum + size, 0) > SHARED_BYTES) return to('lost');
    const text = ['title', 'text', 'url']
      .map((name) => form.get(name))
      .filter((value) => typeof value === 'string')
      .filter((value) => value.trim() !== '')
      .join('\n')
      .slice(0, SHARED_TEXT);
    const shared: SharedRow = { id: 'shared', at: Date.now(), files, text };
    await withDatabase((database) => database.put('shared', shared));
    return to('waiting');
  } catch {
    return to('lost');
  }
}
