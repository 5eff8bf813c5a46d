/** Members come here after signing in. */
export const AFTERWARDS = '/agentchat';

/**
 * Prevents open redirects. Browsers treat '//evil', '/\evil' and slashes separated by tabs or line breaks as
 * other sites.
 */
export function localPath(path: string | null, fallback: string): string {
  if (path === null || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return fallback;
  const url = URL.parse(path, 'http://localhost');
  // '/.//evil' resolves to the path '//evil', which a later parser may take for another site.
  return url?.origin === 'http://localhost' && !url.pathname.startsWith('//') ? path : fallback;
}
