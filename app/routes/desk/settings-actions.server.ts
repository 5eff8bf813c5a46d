import * as v from 'valibot';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { checkForm, readFormData } from '../../platform/read-form.ts';
import { field } from '../../platform/fields.ts';
import { countExpiredConversations } from '../../conversation/privacy/expire-conversations.server.ts';
import { hostContext, type Host } from '../../host.ts';
import {
  isSettingName,
  SETTING_NAMES,
  type SettingName,
} from '../../platform/changeable-settings.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import { countExpiredReviewEmails } from '../../reviews/expire-review-emails.server.ts';
import {
  HOURS_FIELD,
  readHours,
  readHoursForm,
  type DayId,
  type HoursForm,
} from '../../team/settings/hours-form.ts';
import {
  namePeriods,
  saveSettings,
  touched,
  type ShorterPeriod,
  type SomeTexts,
} from '../../team/settings/save-settings.server.ts';
import { sendTestMail } from '../../team/settings/send-test-mail.server.ts';
import { sayValue, type Period } from '../../team/settings/setting-labels.ts';
import type { SettingsAnswer } from '../../team/settings/settings-answer.ts';
import { countExpiredAudit } from '../../team/audit/expire-audit.server.ts';
import type { Member } from '../../team/members/member.ts';
import { traceOf } from './form-answer.server.ts';

const LIMIT = { name: 'settings', burst: 60, perMinute: 60 };
/** A mail server is somebody else's: pressing the button does not make it busy. */
const MAIL_LIMIT = { name: 'test-mail', burst: 5, perMinute: 2 };
const DAY_MS = 24 * 60 * 60 * 1000;

/** What an admin does on /team/settings: 'save', 'reset NAME', 'test-mail'; '!…' agrees. */
export async function runSettingsAction(
  context: Readonly<RouterContextProvider>,
  admin: Member,
  request: Request,
) {
  const host = context.get(hostContext);
  let sent = NOTHING_SENT;
  try {
    const form = await readFormData(request);
    sent = readSettingsForm(form);
    const { intent } = checkForm(form, v.object({ intent: field(200) }));
    const [command = '', confirmed = ''] = intent.split('!');
    const [verb = '', name = ''] = command.split(' ');
    await host.limits.take(LIMIT, admin.id);
    if (command === 'test-mail') {
      await host.limits.take(MAIL_LIMIT, admin.id);
      const mailTest = await sendTestMail(host, host.settings, admin.email);
      return data(answerWith(sent, { mailTest, isDone: mailTest.isDone }));
    }
    if (command !== 'save' && !(verb === 'reset' && isSettingName(name))) {
      throw new RefusedError(400, 'The request is not what was expected.');
    }
    const reset = isSettingName(name) ? name : undefined;
    return await save(host, context, admin, sent, { command, reset, confirmed });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return data(answerWith(sent, { message: error.message }), error.status);
  }
}

interface Asked {
  readonly command: string;
  readonly reset: SettingName | undefined;
  readonly confirmed: string;
}

async function save(
  host: Host,
  context: Readonly<RouterContextProvider>,
  admin: Member,
  sent: Sent,
  { command, reset, confirmed }: Asked,
) {
  const trace = traceOf(context, admin);
  const outcome = await saveSettings(host, trace, host.settingsAtStart, {
    ...sent,
    reset,
    confirmed,
  });
  switch (outcome.kind) {
    case 'refused': {
      const { hoursFault } = sent;
      const faults = hoursFault
        ? { ...outcome.faults, CHAT_HOURS: hoursFault.text }
        : outcome.faults;
      const message = 'Nothing was saved yet. Please look at what is marked.';
      return data(answerWith(sent, { faults, hoursDay: hoursFault?.day, message }), 400);
    }
    case 'overtaken': {
      const faults = Object.fromEntries(
        Object.entries(outcome.now).map(([name, now]) => [
          name,
          `Somebody else changed this meanwhile; it is now: ${sayValue(name as SettingName, now)}. What stands here replaces it if you save again.`,
        ]),
      );
      const message = 'Nothing was saved yet: somebody else changed the same settings.';
      const shown = { ...sent.shown, ...outcome.now };
      return data(answerWith({ ...sent, shown }, { faults, message }), 409);
    }
    case 'unconfirmed': {
      const periods = await Promise.all(
        outcome.periods.map(async (period) => ({ ...period, count: await count(host, period) })),
      );
      const intent = `${command}!${namePeriods(outcome.periods)}`;
      return data(answerWith(sent, { question: { intent, periods } }), 409);
    }
    default: {
      outcome.kind satisfies 'saved';
      if (outcome.names.length > 0) await host.takeSavedSettings();
      if (reset === undefined) {
        if (outcome.names.length === 0) {
          return data(answerWith(sent, { isDone: true, message: 'There was nothing to change.' }));
        }
        throw redirect(`/team/settings?saved=${outcome.names.join()}`);
      }
      const rest = without(sent, reset);
      if (Object.keys(touched(rest)).length === 0) {
        throw redirect(`/team/settings?reset=${reset}`);
      }
      const message =
        'It has the value set at start again. What you typed elsewhere is not saved yet.';
      return data(answerWith(rest, { isDone: true, message }));
    }
  }
}

interface Sent {
  readonly typed: SomeTexts;
  readonly shown: SomeTexts;
  readonly hours: HoursForm | undefined;
  readonly hoursFault: { readonly text: string; readonly day: DayId | undefined } | undefined;
}

const NOTHING_SENT: Sent = { typed: {}, shown: {}, hours: undefined, hoursFault: undefined };

function readSettingsForm(form: FormData): Sent {
  const typed: Partial<Record<SettingName, string>> = {};
  const shown: Partial<Record<SettingName, string>> = {};
  for (const name of SETTING_NAMES) {
    if (form.has(name)) typed[name] = readText(form, name);
    if (form.has(`shown.${name}`)) shown[name] = readText(form, `shown.${name}`);
  }
  if (!form.has(HOURS_FIELD.mode)) return { typed, shown, hours: undefined, hoursFault: undefined };
  const hours = readHoursForm(form);
  const reading = readHours(hours);
  if ('text' in reading) {
    typed.CHAT_HOURS = reading.text;
    return { typed, shown, hours, hoursFault: undefined };
  }
  // What cannot be read is refused together with whatever else is wrong.
  typed.CHAT_HOURS = 'unreadable';
  return { typed, shown, hours, hoursFault: { text: reading.fault, day: reading.day } };
}

function without(sent: Sent, name: SettingName): Sent {
  const { [name]: _typed, ...typed } = sent.typed;
  const { [name]: _shown, ...shown } = sent.shown;
  return name === 'CHAT_HOURS'
    ? { typed, shown, hours: undefined, hoursFault: undefined }
    : { ...sent, typed, shown };
}

function answerWith(sent: Sent, answer: Partial<SettingsAnswer>): SettingsAnswer {
  const typed = touched(sent);
  const names = Object.keys(typed) as SettingName[];
  return {
    isDone: false,
    message: undefined,
    mailTest: undefined,
    typed,
    shown: Object.fromEntries(names.map((name) => [name, sent.shown[name] ?? ''])),
    hours: typed.CHAT_HOURS === undefined ? undefined : sent.hours,
    hoursDay: undefined,
    faults: {},
    question: undefined,
    ...answer,
  };
}

const COUNTS: Readonly<Record<Period, typeof countExpiredAudit>> = {
  RETENTION_CHAT_DAYS: countExpiredConversations,
  RETENTION_REVIEW_EMAIL_DAYS: countExpiredReviewEmails,
  RETENTION_AUDIT_DAYS: countExpiredAudit,
};

/** How much a period would delete at this moment. */
function count({ db, clock }: Host, { name, days }: ShorterPeriod): Promise<number> {
  return COUNTS[name](db, new Date(clock.now().getTime() - days * DAY_MS));
}
