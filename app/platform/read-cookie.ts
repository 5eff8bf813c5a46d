/** Reads the first cookie of this name. Returns an empty string if it is missing or malformed. */
export function readCookie(cookies: string | null, name: string): string {
  const pairs = (cookies ?? '').split(';');
  const pair = pairs.find((one) => one.slice(0, one.indexOf('=')).trim() === name);
  try {
    return pair ? decodeURIComponent(pair.slice(pair.indexOf('=') + 1).trim()) : '';
  } catch {
    return '';
  }
}
