import { say } from '../../platform/say.ts';
import { data, redirect, type RouterContextProvider } from 'react-router';
import type { Host } from '../../host.ts';
import type { SettingName } from '../../platform/changeable-settings.ts';
import { displayName } from '../../chat/protocol/views.ts';
import { changeCurrency } from '../../catalogue/server/publish/change-currency.server.ts';
import { countExpired } from '../server/settings/count-expired.server.ts';
import { namePeriods, saveSettings, touched } from '../server/settings/save-settings.server.ts';
import { asksForProof } from '../server/settings/asks-for-proof.ts';
import { requireFreshProof } from '../server/factors/proof.ts';
import type { MemberSession } from '../server/members/find-member.server.ts';
import { traceOf } from '../../portal/pages/form-answer.server.ts';
import {
  answerOvertaken,
  answerRefused,
  answerWith,
  without,
  type Sent,
} from '../server/settings/settings-form.server.ts';

export interface Asked {
  readonly command: string;
  readonly reset: SettingName | undefined;
  readonly confirmed: string;
}

export async function save(
  host: Host,
  context: Readonly<RouterContextProvider>,
  session: MemberSession,
  sent: Sent,
  { command, reset, confirmed }: Asked,
) {
  const { member: admin } = session;
  const trace = traceOf(context, admin);
  const editor = { id: admin.id, name: displayName(admin.fullName, admin.email), trace };
  const outcome = await saveSettings(
    host,
    trace,
    host.settingsAtStart,
    { ...sent, reset, confirmed },
    async (tx, after, changed) => {
      const changeOf = (setting: SettingName) => changed.find(({ name }) => name === setting);
      if (changed.some(asksForProof)) requireFreshProof(session, host.clock);
      const currency = changeOf('CURRENCY');
      if (currency) await changeCurrency(tx, after, host, editor, currency);
    },
  );
  switch (outcome.kind) {
    case 'refused':
      return data(answerRefused(sent, outcome.faults), 400);
    case 'overtaken':
      return data(answerOvertaken(sent, outcome.now), 409);
    case 'unconfirmed': {
      const periods = await countExpired(host, outcome.periods);
      const intent = `${command}!${namePeriods(outcome.periods)}`;
      return data(answerWith(sent, { question: { intent, periods } }), 409);
    }
    default: {
      outcome.kind satisfies 'saved';
      if (outcome.names.length > 0) await host.takeSavedSettings();
      if (reset === undefined) {
        if (outcome.names.length === 0) {
          const message = say('There was nothing to change.');
          return data(answerWith(sent, { isDone: true, message }));
        }
        throw redirect(`/team/settings?saved=${outcome.names.join()}`);
      }
      const rest = without(sent, reset);
      if (Object.keys(touched(rest)).length === 0) {
        throw redirect(`/team/settings?reset=${reset}`);
      }
      const message = say(
        'It has the value set at start again. What you typed elsewhere is not saved yet.',
      );
      return data(answerWith(rest, { isDone: true, message }));
    }
  }
}
