import { t } from '../../../i18n/translate.ts';
import { sql } from 'drizzle-orm';
import {
  findSettingFault,
  SETTING_NAMES,
  translateSettingFault,
  type SettingName,
  type SettingTexts,
} from '../../../platform/changeable-settings.ts';
import { readSavedSettings } from '../../../platform/live-settings.server.ts';
import { canCollide } from '../../../platform/number-pattern.ts';
import { readCountries, readTaxRates, writeTaxRates } from '../../../platform/tax-settings.ts';
import { savedSettings } from '../../../platform/tables.server.ts';
import { formatOpenings, parseOpenings } from '../../../platform/weekly-hours.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type After, type ChangeContext } from '../../../platform/change/change.server.ts';
import { isPeriod, SETTING_LABELS, type Period } from '../../protocol/setting-labels.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Module } from '../../../platform/module.ts';
import { accountMessage } from '../../stored-messages.ts';

const SETTINGS_LOCK = 7_304_514;

export type SomeTexts = Readonly<Partial<Record<SettingName, string>>>;

export interface SaveSettings {
  readonly typed: SomeTexts;
  /** The values that the form originally showed. Fields that were not changed keep their current value. */
  readonly shown: SomeTexts;
  /** The setting to reset to the value from the environment. No other changes are saved then. */
  readonly reset?: SettingName | undefined;
  /** The shorter periods that the admin has confirmed, as {@link namePeriods} formats them. */
  readonly confirmed: string;
}

export interface ShorterPeriod {
  readonly name: Period;
  readonly days: number;
}

/** Every outcome except 'saved' changed nothing. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly names: readonly SettingName[] }
  | { readonly kind: 'refused'; readonly faults: SomeTexts }
  /** Another admin changed these settings since the form was shown. `now` contains the current values. */
  | { readonly kind: 'overtaken'; readonly now: SomeTexts }
  | { readonly kind: 'unconfirmed'; readonly periods: readonly ShorterPeriod[] };

export interface ChangedSetting {
  readonly name: SettingName;
  readonly from: string;
  readonly to: string;
}

/** Runs in the same transaction. Throwing prevents the settings from being saved. */
export type FollowSettings = (
  tx: Database,
  after: After,
  changed: readonly ChangedSetting[],
) => Promise<void>;

/**
 * Saves changed settings, with an audit entry for each. An advisory lock serialises saves; the second of two
 * admins who change the same setting is told, and can save again.
 */
export async function saveSettings(
  appContext: ChangeContext,
  trace: Trace,
  atStart: SettingTexts,
  save: SaveSettings,
  follow?: FollowSettings,
): Promise<SaveOutcome> {
  return change(appContext, trace, async (tx, after) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`);
    const saved = await readSavedSettings(tx);
    const current: SettingTexts = { ...atStart, ...saved.texts };
    const wanted = save.reset === undefined ? touched(save) : { [save.reset]: atStart[save.reset] };
    const names = SETTING_NAMES.filter((name) => wanted[name] !== undefined);

    const faults = fromNames(names, (name) => faultOf(name, wanted[name] ?? ''));
    if (save.reset === undefined && hasAny(faults)) return { kind: 'refused', faults };
    const next = { ...current, ...wanted };
    if (next.TAX === 'on' && next.SELLER_COUNTRY === '') {
      const text = t("Enter the seller's country: without it, nobody knows which tax applies.");
      return { kind: 'refused', faults: { SELLER_COUNTRY: text } };
    }
    const pattern = names.find(isNumberSetting);
    if (pattern && canCollide(next.INVOICE_NUMBERS, next.CREDIT_NOTE_NUMBERS)) {
      const text = t(
        'Invoices and credit notes would get the same numbers. Use different letters in front, such as INV- and CN-.',
      );
      return { kind: 'refused', faults: { [pattern]: text } };
    }
    const overtaken = fromNames(names, (name) =>
      isSame(name, current[name], save.shown[name] ?? '') ||
      isSame(name, current[name], wanted[name] ?? '')
        ? undefined
        : current[name],
    );
    if (hasAny(overtaken)) return { kind: 'overtaken', now: overtaken };

    const changed = names.filter((name) =>
      save.reset === undefined
        ? !isSame(name, wanted[name] ?? '', current[name])
        : saved.texts[name] !== undefined,
    );
    const periods = shorterPeriods(changed, wanted, current);
    if (periods.length > 0 && namePeriods(periods) !== save.confirmed) {
      return { kind: 'unconfirmed', periods };
    }

    const changes = changed.map((name) => ({
      name,
      from: current[name],
      to: canonical(name, wanted[name] ?? ''),
    }));
    const written = { revision: saved.revision + 1, changedAt: appContext.clock.now() };
    await writeSettings(tx, after, changes, { ...written, isReset: save.reset !== undefined });
    await follow?.(tx, after, changes);
    return { kind: 'saved', names: changed };
  });
}

async function writeSettings(
  tx: Database,
  after: After,
  changes: readonly ChangedSetting[],
  { isReset, ...written }: { isReset: boolean; revision: number; changedAt: Date },
): Promise<void> {
  for (const { name, from, to } of changes) {
    const row = { ...written, value: isReset ? null : to };
    await tx
      .insert(savedSettings)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: savedSettings.name, set: row });
    after.audit(isReset ? 'setting-reset' : 'setting-changed', {
      subject: name,
      detail: accountMessage('accounts.setting', { name, from, to }),
    });
  }
}

/** The settings with the patterns of document numbers. */
export function isNumberSetting(
  name: SettingName,
): name is 'INVOICE_NUMBERS' | 'CREDIT_NOTE_NUMBERS' {
  return name === 'INVOICE_NUMBERS' || name === 'CREDIT_NOTE_NUMBERS';
}

/** The format includes the values, so that confirming one change does not confirm another. */
export function namePeriods(periods: readonly ShorterPeriod[]): string {
  return periods.map(({ name, days }) => `${name}=${days}`).join(',');
}

/** Returns only the settings that the admin changed in the form. */
export function touched({ typed, shown }: Pick<SaveSettings, 'typed' | 'shown'>): SomeTexts {
  return fromNames(SETTING_NAMES, (name) => {
    const text = typed[name];
    return text === undefined || isSame(name, text, shown[name] ?? '') ? undefined : text;
  });
}

function faultOf(name: SettingName, text: string): string | undefined {
  const fault = findSettingFault(name, text.trim());
  return fault === undefined ? undefined : translateSettingFault(t(SETTING_LABELS[name]), fault);
}

function shorterPeriods(
  names: readonly SettingName[],
  wanted: SomeTexts,
  current: SettingTexts,
): ShorterPeriod[] {
  return names.filter(isPeriod).flatMap((name) => {
    const to = wanted[name] ?? '';
    return isShortened({ name, from: current[name], to }) ? [{ name, days: Number(to) }] : [];
  });
}

/** Opening hours and tax rates can be written in several ways, so they are compared in a normalised form. */
function canonical(name: SettingName, text: string): string {
  // Browsers send the lines of a text area with carriage returns.
  const trimmed = text.trim().replaceAll('\r\n', '\n');
  if (name === 'TAX_RATES') {
    const rates = readTaxRates(trimmed);
    return rates ? writeTaxRates(rates) : trimmed;
  }
  if (name === 'REVERSE_CHARGE_COUNTRIES') return readCountries(trimmed)?.join(', ') ?? trimmed;
  if (name !== 'CHAT_HOURS' || trimmed === '') return trimmed;
  const openings = parseOpenings(trimmed);
  return openings ? formatOpenings(openings) : trimmed;
}

function isSame(name: SettingName, one: string, other: string): boolean {
  return canonical(name, one) === canonical(name, other);
}

function fromNames(
  names: readonly SettingName[],
  valueOf: (name: SettingName) => string | undefined,
): SomeTexts {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = valueOf(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const hasAny = (texts: SomeTexts) => Object.keys(texts).length > 0;

function isShortened({ name, from, to }: ChangedSetting): boolean {
  // Empty means unlimited.
  return isPeriod(name) && Number(to || Infinity) < Number(from || Infinity);
}

/**
 * These changes need a fresh proof (rule 190): weaker sign-in rules equal a removed factor, a shorter
 * period erases data, and a changed payment URL or bank account redirects the money of all buyers.
 */
export function asksForProof(changed: ChangedSetting): boolean {
  const { name } = changed;
  return PROVED.includes(name) || isShortened(changed);
}

const PROVED: readonly SettingName[] = ['SECOND_FACTOR_FOR', 'PAYMENT_URL', 'BANK_DETAILS'];

const DAY_MS = 24 * 60 * 60 * 1000;

interface ExpiryContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly modules: readonly Pick<Module<never, never>, 'expiries'>[];
}

/** Counts the rows that each period would delete now. */
export function countExpired(
  appContext: ExpiryContext,
  periods: readonly ShorterPeriod[],
): Promise<readonly (ShorterPeriod & { readonly count: number })[]> {
  return Promise.all(
    periods.map(async (period) => ({ ...period, count: await countOf(appContext, period) })),
  );
}

async function countOf(
  { db, clock, modules }: ExpiryContext,
  { name, days }: ShorterPeriod,
): Promise<number> {
  const before = new Date(clock.now().getTime() - days * DAY_MS);
  const expiries = modules
    .flatMap((featureModule) => featureModule.expiries ?? [])
    .filter(({ setting }) => setting === name);
  const counts = await Promise.all(expiries.map(({ count }) => count(db, before)));
  return counts.reduce((sum, count) => sum + count, 0);
}
