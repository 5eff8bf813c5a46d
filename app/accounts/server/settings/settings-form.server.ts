import { say } from '../../../platform/say.ts';
import { SETTING_NAMES, type SettingName } from '../../../platform/changeable-settings.ts';
import { readText } from '../../../platform/form.ts';
import {
  HOURS_FIELD,
  readHours,
  readHoursForm,
  type DayId,
  type HoursForm,
} from '../../protocol/hours-form.ts';
import { touched, type SomeTexts } from './save-settings.server.ts';
import type { SettingsAnswer } from '../../protocol/settings-answer.ts';
import { sayValue } from '../../protocol/setting-labels.ts';

export interface Sent {
  readonly typed: SomeTexts;
  readonly shown: SomeTexts;
  readonly hours: HoursForm | undefined;
  readonly hoursFault: { readonly text: string; readonly day: DayId | undefined } | undefined;
}

export const NOTHING_SENT: Sent = { typed: {}, shown: {}, hours: undefined, hoursFault: undefined };

export function readSettingsForm(form: FormData): Sent {
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
  // An invalid value makes saving fail, so that all errors are reported together.
  typed.CHAT_HOURS = 'unreadable';
  return { typed, shown, hours, hoursFault: { text: reading.fault, day: reading.day } };
}

/** Omits a setting whose reset is already done. */
export function without(sent: Sent, name: SettingName): Sent {
  const { [name]: _typed, ...typed } = sent.typed;
  const { [name]: _shown, ...shown } = sent.shown;
  return name === 'CHAT_HOURS'
    ? { typed, shown, hours: undefined, hoursFault: undefined }
    : { ...sent, typed, shown };
}

/** Builds a response that keeps the changed fields. */
export function answerWith(sent: Sent, answer: Partial<SettingsAnswer>): SettingsAnswer {
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
    faults: {},
    question: undefined,
    ...answer,
  };
}

export function answerRefused(sent: Sent, found: SomeTexts): SettingsAnswer {
  const { hoursFault } = sent;
  const faults = hoursFault ? { ...found, CHAT_HOURS: hoursFault.text } : found;
  const message = say('Nothing was saved yet. Please look at what is marked.');
  return answerWith(sent, { faults, hoursDay: hoursFault?.day, message });
}

/** Another admin changed the same settings. `now` contains the current values. */
export function answerOvertaken(sent: Sent, now: SomeTexts): SettingsAnswer {
  const faults = Object.fromEntries(
    Object.entries(now).map(([name, text]) => [
      name,
      say(
        '{who} changed this meanwhile; it is now: {value}. What stands here replaces it if you save again.',
        { who: say('Somebody else'), value: sayValue(name as SettingName, text) },
      ),
    ]),
  );
  const message = say('Nothing was saved yet: somebody else changed the same settings.');
  return answerWith({ ...sent, shown: { ...sent.shown, ...now } }, { faults, message });
}
