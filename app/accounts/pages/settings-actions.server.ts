import { displayName } from '../protocol/member.ts';
import * as v from 'valibot';
import { data, type RouterContextProvider, redirect } from 'react-router';
import { checkForm, readFormData } from '../../platform/read-form.ts';
import { field as textField } from '../../platform/fields.ts';
import { appContextKey, type AppContext } from '../../app-context.ts';
import {
  isSettingName,
  SETTING_NAMES,
  type SettingName,
} from '../../platform/changeable-settings.ts';
import { readText } from '../../platform/form.ts';
import {
  HOURS_FIELD,
  readHours,
  readHoursForm,
  type DayId,
  type HoursForm,
} from '../protocol/hours-form.ts';
import {
  readCountriesForm,
  readRates,
  readRatesForm,
  type RateFault,
  type RateText,
} from '../protocol/tax-form.ts';
import { readLanguagesForm } from '../protocol/languages-form.ts';
import { formatSettingValue } from '../protocol/setting-labels.ts';
import { RefusedError } from '../../platform/errors.ts';
import { PROOF_FIELD } from '../../ui/form/form-answer.ts';
import { sendTestMail, type MailTest } from '../server/settings/send-test-mail.server.ts';
import type { MemberSession } from '../server/members/find-member.server.ts';
import { t } from '../../i18n/translate.ts';
import { requireFreeNumbers } from '../../billing/server/invoices/require-free-numbers.server.ts';
import { changeCurrency } from '../../catalogue/server/publish/change-currency.server.ts';
import {
  countExpired,
  namePeriods,
  saveSettings,
  touched,
  asksForProof,
  type SomeTexts,
  type ShorterPeriod,
} from '../server/settings/save-settings.server.ts';
import { requireFreshProof } from '../server/factors/prove.server.ts';
import { traceOf } from '../../portal/pages/form-action.server.ts';
import { recordMailTest } from '../../setup-guide/server/manage-guide.server.ts';

export interface SettingsAnswer {
  readonly isDone: boolean;
  readonly message: string | undefined;
  /** Set if a fresh proof is required. */
  readonly field: typeof PROOF_FIELD | undefined;
  readonly mailTest: MailTest | undefined;
  /** The settings that were changed: the typed values, and those that the form showed before. */
  readonly typed: SomeTexts;
  readonly shown: SomeTexts;
  readonly hours: HoursForm | undefined;
  readonly hoursDay: DayId | undefined;
  readonly rates: readonly RateText[] | undefined;
  readonly rateFault: RateFault | undefined;
  readonly faults: SomeTexts;
  readonly question: ExpiryQuestion | undefined;
}

export interface ExpiryQuestion {
  readonly intent: string;
  readonly periods: readonly (ShorterPeriod & { readonly count: number })[];
}

interface Sent {
  readonly typed: SomeTexts;
  readonly shown: SomeTexts;
  readonly hours: HoursForm | undefined;
  readonly hoursFault: { readonly text: string; readonly day: DayId | undefined } | undefined;
  readonly rates: readonly RateText[] | undefined;
  readonly rateFault: RateFault | undefined;
}

interface Asked {
  readonly command: string;
  readonly reset: SettingName | undefined;
  readonly confirmed: string;
}

const LIMIT = { name: 'settings', burst: 60, perMinute: 60 };
/** The limit protects the mail server, which belongs to somebody else, from repeated tests. */
export const MAIL_LIMIT = { name: 'test-mail', burst: 5, perMinute: 2 };

/** The commands are 'save', 'reset NAME' and 'test-mail'. '!…' at the end confirms a command. */
export async function runSettingsAction(
  context: Readonly<RouterContextProvider>,
  session: MemberSession,
  request: Request,
) {
  const appContext = context.get(appContextKey);
  const admin = session.member;
  let sent = NOTHING_SENT;
  try {
    const form = await readFormData(request);
    sent = readSettingsForm(form);
    const { intent } = checkForm(form, v.object({ intent: textField(200) }));
    const [command = '', confirmed = ''] = intent.split('!');
    const [verb = '', name = ''] = command.split(' ');
    await appContext.limits.take(LIMIT, admin.id);
    if (command === 'test-mail') {
      await appContext.limits.take(MAIL_LIMIT, admin.id);
      const { settings } = appContext;
      const mailTest = await sendTestMail(appContext, settings, admin.email);
      if (mailTest.isAccepted) await recordMailTest(appContext, settings);
      return data(answerWith(sent, { mailTest, isDone: mailTest.isDone }));
    }
    if (command !== 'save' && !(verb === 'reset' && isSettingName(name))) {
      throw new RefusedError(400, t("The request isn't in the expected format."));
    }
    const reset = isSettingName(name) ? name : undefined;
    return await save(appContext, context, session, sent, { command, reset, confirmed });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { message, field = '', status } = error;
    if (isSettingName(field)) return data(answerRefused(sent, { [field]: message }), status);
    return data(
      answerWith(sent, { message, field: field === PROOF_FIELD ? field : undefined }),
      status,
    );
  }
}

async function save(
  appContext: AppContext,
  context: Readonly<RouterContextProvider>,
  session: MemberSession,
  sent: Sent,
  { command, reset, confirmed }: Asked,
) {
  const { member: admin } = session;
  const trace = traceOf(context, admin);
  const editor = { id: admin.id, name: displayName(admin.fullName, admin.email), trace };
  const outcome = await saveSettings(
    appContext,
    trace,
    appContext.settingsAtStart,
    { ...sent, reset, confirmed },
    async (tx, after, changed) => {
      const changeOf = (setting: SettingName) => changed.find(({ name }) => name === setting);
      if (changed.some(asksForProof)) requireFreshProof(session, appContext.clock);
      const currency = changeOf('CURRENCY');
      if (currency) await changeCurrency(tx, after, appContext, editor, currency);
      await requireFreeNumbers(tx, appContext, changed);
    },
  );
  switch (outcome.kind) {
    case 'refused':
      return data(answerRefused(sent, outcome.faults), 400);
    case 'overtaken':
      return data(answerOvertaken(sent, outcome.now), 409);
    case 'unconfirmed': {
      const periods = await countExpired(appContext, outcome.periods);
      const intent = `${command}!${namePeriods(outcome.periods)}`;
      return data(answerWith(sent, { question: { intent, periods } }), 409);
    }
    default: {
      outcome.kind satisfies 'saved';
      if (outcome.names.length > 0) await appContext.takeSavedSettings();
      if (reset === undefined) {
        if (outcome.names.length === 0) {
          const message = t('No changes to save.');
          return data(answerWith(sent, { isDone: true, message }));
        }
        throw redirect(`/team/settings?saved=${outcome.names.join()}`);
      }
      const rest = without(sent, reset);
      if (Object.keys(touched(rest)).length === 0) {
        throw redirect(`/team/settings?reset=${reset}`);
      }
      const message = t("The setting is back to its default. Your other changes aren't saved yet.");
      return data(answerWith(rest, { isDone: true, message }));
    }
  }
}

const NO_HOURS = { hours: undefined, hoursFault: undefined };
const NO_RATES = { rates: undefined, rateFault: undefined };
const NOTHING_SENT: Sent = { typed: {}, shown: {}, ...NO_HOURS, ...NO_RATES };

function readSettingsForm(form: FormData): Sent {
  const typed: Partial<Record<SettingName, string>> = {};
  const shown: Partial<Record<SettingName, string>> = {};
  for (const name of SETTING_NAMES) {
    if (form.has(name)) typed[name] = readText(form, name);
    if (form.has(`shown.${name}`)) shown[name] = readText(form, `shown.${name}`);
  }
  const languages = readLanguagesForm(form, shown.SHOP_LANGUAGES ?? '');
  if (languages !== undefined) typed.SHOP_LANGUAGES = languages;
  const countries = readCountriesForm(form);
  if (countries !== undefined) typed.REVERSE_CHARGE_COUNTRIES = countries;
  const { text: hoursText, ...hours } = readSentHours(form);
  if (hoursText !== undefined) typed.CHAT_HOURS = hoursText;
  const { text: ratesText, ...rates } = readSentRates(form);
  if (ratesText !== undefined) typed.TAX_RATES = ratesText;
  return { typed, shown, ...hours, ...rates };
}

/** An invalid value makes saving fail, so that all errors are reported together. */
const UNREADABLE = 'unreadable';

function readSentHours(form: FormData) {
  if (!form.has(HOURS_FIELD.mode)) return { text: undefined, ...NO_HOURS };
  const hours = readHoursForm(form);
  const reading = readHours(hours);
  if ('text' in reading) return { text: reading.text, hours, hoursFault: undefined };
  return { text: UNREADABLE, hours, hoursFault: { text: reading.fault, day: reading.day } };
}

function readSentRates(form: FormData) {
  const rates = readRatesForm(form);
  if (rates === undefined) return { text: undefined, ...NO_RATES };
  const reading = readRates(rates);
  if ('text' in reading) return { text: reading.text, rates, rateFault: undefined };
  return { text: UNREADABLE, rates, rateFault: reading.fault };
}

/** Omits a setting whose reset is already done. */
function without(sent: Sent, name: SettingName): Sent {
  const { [name]: _typed, ...typed } = sent.typed;
  const { [name]: _shown, ...shown } = sent.shown;
  return {
    ...sent,
    typed,
    shown,
    ...(name === 'CHAT_HOURS' && NO_HOURS),
    ...(name === 'TAX_RATES' && NO_RATES),
  };
}

/** Builds a response that keeps the changed fields. */
function answerWith(sent: Sent, answer: Partial<SettingsAnswer>): SettingsAnswer {
  const typed = touched(sent);
  const names = Object.keys(typed) as SettingName[];
  return {
    isDone: false,
    message: undefined,
    field: undefined,
    mailTest: undefined,
    typed,
    shown: Object.fromEntries(names.map((name) => [name, sent.shown[name] ?? ''])),
    hours: typed.CHAT_HOURS === undefined ? undefined : sent.hours,
    hoursDay: undefined,
    rates: typed.TAX_RATES === undefined ? undefined : sent.rates,
    rateFault: undefined,
    faults: {},
    question: undefined,
    ...answer,
  };
}

function answerRefused(sent: Sent, found: SomeTexts): SettingsAnswer {
  const { hoursFault, rateFault } = sent;
  const { TAX_RATES: ratesFault, ...others } = found;
  const faults = {
    ...others,
    ...(hoursFault && { CHAT_HOURS: hoursFault.text }),
    // The wrong field has the message.
    ...(ratesFault !== undefined && !rateFault && { TAX_RATES: ratesFault }),
  };
  const message = t('Not saved yet. Check the marked fields.');
  return answerWith(sent, { faults, hoursDay: hoursFault?.day, rateFault, message });
}

/** Another admin changed the same settings. `now` contains the current values. */
function answerOvertaken(sent: Sent, now: SomeTexts): SettingsAnswer {
  const faults = Object.fromEntries(
    Object.entries(now).map(([name, text]) => [
      name,
      t(
        '{who} changed this in the meantime. It is now: {value}. If you save again, your entry here replaces it.',
        { who: t('Someone else'), value: formatSettingValue(name as SettingName, text) },
      ),
    ]),
  );
  const message = t('Not saved yet: someone else changed the same settings.');
  return answerWith({ ...sent, shown: { ...sent.shown, ...now } }, { faults, message });
}
