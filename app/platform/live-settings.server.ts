import {
  findSettingFault,
  isSettingName,
  readSettingTexts,
  type SettingName,
  type SettingTexts,
} from './changeable-settings.ts';
import type { Database } from './db/database.server.ts';
import type { Log } from './log.server.ts';
import { readSettings, type Settings } from './settings.server.ts';
import { savedSettings } from './tables.server.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What the table of saved settings comes to. */
export interface SavedSettings {
  /** Those an admin set; the others have the value set at start. */
  readonly texts: Readonly<Partial<Record<SettingName, string>>>;
  readonly changedAt: Readonly<Partial<Record<SettingName, Date>>>;
  /** Grows with every saving; 0 before the first. */
  readonly revision: number;
  /** Saved once, and no longer usable: the value set at start counts. */
  readonly unusable: readonly string[];
}

export async function readSavedSettings(db: Database): Promise<SavedSettings> {
  const rows = await db.select().from(savedSettings);
  const texts: Partial<Record<SettingName, string>> = {};
  const changedAt: Partial<Record<SettingName, Date>> = {};
  const unusable: string[] = [];
  for (const { name, value, changedAt: at } of rows) {
    // A name of another version is that version's to judge.
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
 * The settings in force: those of the environment, and over them what an admin saved. Whoever
 * lives longer than a request asks for `current` each time.
 */
export class LiveSettings {
  /** What the changeable ones were at start, as texts. */
  readonly atStart: SettingTexts;
  readonly #env: Env;
  #current: Settings;
  #revision = 0;

  /** Throws a SettingsError that names what is wrong with the environment. */
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

  /** Takes over what was saved since; whether that was anything. */
  async reload(db: Database, log: Log): Promise<boolean> {
    const saved = await readSavedSettings(db);
    // Of two readings at once the one that saw less may come back last.
    if (saved.revision <= this.#revision) return false;
    for (const setting of saved.unusable) {
      // It must not keep anybody from starting.
      log.error({ setting }, 'A saved setting cannot be used: the value set at start counts');
    }
    this.#current = readSettings({ ...this.#env, ...saved.texts });
    this.#revision = saved.revision;
    return true;
  }
}
