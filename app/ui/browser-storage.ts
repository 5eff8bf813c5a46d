/** The same each time: what was saved there is found there until the page is left. */
const inMemory = { localStorage: memoryStorage(), sessionStorage: memoryStorage() };

/**
 * Local storage, or that of the tab; where the browser forbids it, one that lasts as long as the
 * page. Merely naming it throws there.
 */
export function browserStorage(kind: 'localStorage' | 'sessionStorage' = 'localStorage'): Storage {
  try {
    // Some web views have a null in its place.
    return globalThis[kind] ?? inMemory[kind];
  } catch {
    return inMemory[kind];
  }
}

/**
 * Where the browser forbids the storage of the tab, puts one in its place that lasts as long as the page: the
 * router's own script names it before any of ours could catch what that throws.
 */
export function standInForTabStorage(): void {
  const storage = browserStorage('sessionStorage');
  if (storage !== inMemory.sessionStorage) return;
  try {
    Object.defineProperty(window, 'sessionStorage', { value: storage, configurable: true });
  } catch {
    // The page works without it; only the router's complaint stays in the console.
  }
}

/** Reports whether items in this storage outlast the page. */
export function outlastsPage(kind: 'localStorage' | 'sessionStorage'): boolean {
  const key = 'embarka-probe';
  try {
    const storage = browserStorage(kind);
    if (storage === inMemory[kind]) return false;
    storage.setItem(key, '1');
    storage.removeItem(key);
    return storage instanceof Storage;
  } catch {
    return false;
  }
}

/** As it was saved; empty where there is none. */
export function loadText(storage: Storage, key: string): string {
  try {
    return storage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Null where there is none, or what is there is no JSON. */
export function loadJson(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(loadText(storage, key) || 'null');
  } catch {
    return null;
  }
}

/** An empty text is not kept. Where storage is forbidden or full, no text outlasts the page. */
export function saveText(storage: Storage, key: string, text: string): void {
  try {
    if (text === '') storage.removeItem(key);
    else storage.setItem(key, text);
  } catch {
    // Said above.
  }
}

export function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}
