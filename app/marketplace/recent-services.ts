import { browserStorage, loadJson, saveText } from '../ui/browser-storage.ts';

/** A service that somebody chose in a search, in this browser alone. */
export interface RecentService {
  readonly path: string;
  readonly title: string;
}

const KEY = 'recent_services';
const MOST = 3;

/** The newest first; nothing where storage is forbidden or holds something else. */
export function readRecentServices(): readonly RecentService[] {
  const kept = loadJson(browserStorage(), KEY);
  return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : [];
}

/** Nobody else's addresses: what is kept leads only within the shop. */
function isRecent(one: unknown): one is RecentService {
  const { path, title } = (one ?? {}) as Partial<RecentService>;
  return typeof path === 'string' && path.startsWith('/services/') && typeof title === 'string';
}

export function rememberService({ path, title }: RecentService): void {
  const others = readRecentServices().filter((one) => one.path !== path);
  const all = [{ path, title }, ...others].slice(0, MOST);
  saveText(browserStorage(), KEY, JSON.stringify(all));
}
