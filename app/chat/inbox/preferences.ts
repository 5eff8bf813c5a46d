import { browserStorage, loadJson, saveText } from '../../ui/browser-storage.ts';

export interface Preferences {
  readonly hasSound: boolean;
  /** WCAG 2.1.4 requires that single-key shortcuts can be switched off. */
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
