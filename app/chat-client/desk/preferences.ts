import { takeIn } from '../take-in.ts';

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

const DRAFT = 'agent_draft:';

/** An answer that was begun, by visitor; it survives a reload and being signed out. */
export function readDraft(visitorId: string): string {
  try {
    return takeIn(localStorage.getItem(DRAFT + visitorId) ?? '').text;
  } catch {
    return '';
  }
}

export function storeDraft(visitorId: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(DRAFT + visitorId);
    else localStorage.setItem(DRAFT + visitorId, text);
  } catch {
    // See above.
  }
}
