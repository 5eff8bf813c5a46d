/**
 * Where to go after signing in: the given path when it stays on this site, else the fallback.
 * '//evil', '/\evil' and tabs or line breaks between the slashes lead elsewhere in browsers.
 */
export function localPath(path: string | null, fallback: string): string {
  if (path === null || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return fallback;
  const url = URL.parse(path, 'http://localhost');
  // '/.//evil' stays here, but as '//evil', which the next reader may take for another site.
  return url?.origin === 'http://localhost' && !url.pathname.startsWith('//') ? path : fallback;
}
