import { browserStorage, loadJson, saveText } from '../ui/browser-storage.ts';

/** The list of services chosen in a search is stored in this browser only. */
export interface RecentService {
  readonly path: string;
  readonly title: string;
}

const KEY = 'recent_services';
const MOST = 3;

/** The newest service comes first. The list is empty when storage is blocked or holds invalid data. */
export function readRecentServices(): readonly RecentService[] {
  const saved = loadJson(browserStorage(), KEY);
  return Array.isArray(saved) ? saved.filter(isRecent).slice(0, MOST) : [];
}

/** Stored data is untrusted: the path must stay within the shop. */
function isRecent(one: unknown): one is RecentService {
  const { path, title } = (one ?? {}) as Partial<RecentService>;
  return typeof path === 'string' && path.startsWith('/services/') && typeof title === 'string';
}

export function rememberService({ path, title }: RecentService): void {
  const others = readRecentServices().filter((one) => one.path !== path);
  const all = [{ path, title }, ...others].slice(0, MOST);
  saveText(browserStorage(), KEY, JSON.stringify(all));
}
