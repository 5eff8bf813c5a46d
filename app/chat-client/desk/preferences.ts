import { browserStorage, loadJson, saveText } from '../../ui/browser-storage.ts';

/** What an agent chose on this device. */
export interface Preferences {
  readonly hasSound: boolean;
  /** Single keys as shortcuts can be switched off (WCAG 2.1.4). */
  readonly hasShortcuts: boolean;
}

const KEY = 'agent_preferences';

export function readPreferences(): Preferences {
  const stored = (loadJson(browserStorage(), KEY) ?? {}) as Partial<Preferences>;
  return { hasSound: stored.hasSound ?? true, hasShortcuts: stored.hasShortcuts ?? true };
}

export function storePreferences(preferences: Preferences): void {
  saveText(browserStorage(), KEY, JSON.stringify(preferences));
}
