import { inArray } from 'drizzle-orm';
import {
  findSettingFault,
  FORMER_SETTINGS,
  isSettingName,
  readSettingTexts,
  type SettingName,
  type SettingTexts,
} from './changeable-settings.ts';
import type { Database } from './db/database.server.ts';
import { SOURCE_LANGUAGE } from './languages.ts';
import type { Log } from './log.server.ts';
import { readSettings, type Settings } from './settings.server.ts';
import { orderShopLanguages, readShopLanguages, writeShopLanguages } from './shop-languages.ts';
import { savedSettings } from './tables.server.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface SavedSettings {
  /** The settings that an admin has changed; the others keep their value from the start. */
  readonly texts: Readonly<Partial<Record<SettingName, string>>>;
  readonly changedAt: Readonly<Partial<Record<SettingName, Date>>>;
  /** Grows with every change; 0 before the first. */
  readonly revision: number;
  /** The names of saved settings that are no longer valid: the value set at start applies. */
  readonly unusable: readonly string[];
}

/**
 * Replaces an order of languages that an earlier version saved as two settings. The migration does
 * the same where the answer does not depend on the environment. Every process may do this at once.
 */
async function replaceFormerLanguages(db: Database, env: Env): Promise<void> {
  const rows = await db
    .select()
    .from(savedSettings)
    .where(inArray(savedSettings.name, ['SHOP_LANGUAGES', ...FORMER_SETTINGS]));
  const [shop, main] = ['SHOP_LANGUAGES', 'MAIN_LANGUAGE'].map(
    (name) => rows.find((row) => row.name === name)?.value ?? null,
  );
  const isOrdered = shop === null || readShopLanguages(shop ?? '')?.isOrdered;
  if (main === null && isOrdered) return;
  const atStart = readSettingTexts(env).SHOP_LANGUAGES;
  const languages = orderShopLanguages(
    shop ?? (env.SHOP_LANGUAGES || SOURCE_LANGUAGE),
    main ?? env.MAIN_LANGUAGE,
  );
  const value = languages && writeShopLanguages(languages);
  // In this order, a process that dies in between leaves nothing undone.
  if (value !== undefined && value !== (shop ?? atStart)) {
    const written = { value, revision: 1, changedAt: rows[0]?.changedAt ?? new Date() };
    await db
      .insert(savedSettings)
      .values({ name: 'SHOP_LANGUAGES', ...written })
      .onConflictDoUpdate({ target: savedSettings.name, set: { value } });
  }
  await db
    .update(savedSettings)
    .set({ value: null })
    .where(inArray(savedSettings.name, [...FORMER_SETTINGS]));
}

export async function readSavedSettings(db: Database): Promise<SavedSettings> {
  const rows = await db.select().from(savedSettings);
  const texts: Partial<Record<SettingName, string>> = {};
  const changedAt: Partial<Record<SettingName, Date>> = {};
  const unusable: string[] = [];
  for (const { name, value, changedAt: at } of rows) {
    // A name that this version does not know may belong to another version.
    if (value === null || !isSettingName(name)) continue;
    if (findSettingFault(name, value) === undefined) {
      texts[name] = value;
      changedAt[name] = at;
    } else {
      unusable.push(name);
    }
  }
  const revision = Math.max(0, ...rows.map((row) => row.revision));
  return { texts, changedAt, revision, unusable };
}

/**
 * The current settings: the environment's, overridden by those that an admin saved. Long-lived code
 * must read `current` on each use.
 */
export class LiveSettings {
  readonly atStart: SettingTexts;
  readonly #env: Env;
  #current: Settings;
  #revision = 0;

  constructor(env: Env) {
    this.#env = env;
    this.#current = readSettings(env);
    this.atStart = readSettingTexts(env);
  }

  get current(): Settings {
    return this.#current;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Must run once at start, before the first {@link reload}. */
  async replaceFormerSettings(db: Database): Promise<void> {
    await replaceFormerLanguages(db, this.#env);
  }

  /** Applies settings saved meanwhile; returns true when there were any. */
  async reload(db: Database, log: Log): Promise<boolean> {
    const saved = await readSavedSettings(db);
    // Concurrent reads may finish in the wrong order.
    if (saved.revision <= this.#revision) return false;
    for (const setting of saved.unusable) {
      log.error({ setting }, 'A saved setting is invalid: the value set at start is used');
    }
    this.#current = readSettings({ ...this.#env, ...saved.texts });
    this.#revision = saved.revision;
    return true;
  }
}
