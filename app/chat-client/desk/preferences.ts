/** What an agent chose on this device. */
export interface Preferences {
  readonly hasSound: boolean;
  /** Single keys as shortcuts can be switched off (WCAG 2.1.4). */
  readonly hasShortcuts: boolean;
}

const KEY = 'agent_preferences';
const DEFAULTS: Preferences = { hasSound: true, hasShortcuts: true };

export function readPreferences(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    return {
      hasSound: stored.hasSound ?? DEFAULTS.hasSound,
      hasShortcuts: stored.hasShortcuts ?? DEFAULTS.hasShortcuts,
    };
  } catch {
    return DEFAULTS;
  }
}

export function storePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
