import * as v from 'valibot';
import { data, type RouterContextProvider } from 'react-router';
import { checkForm, readFormData } from '../../platform/read-form.ts';
import { field as textField } from '../../platform/fields.ts';
import { hostContext } from '../../host.ts';
import { isSettingName } from '../../platform/changeable-settings.ts';
import { RefusedError } from '../../platform/errors.ts';
import { PROOF_FIELD } from '../../ui/form/form-answer.ts';
import { sendTestMail } from '../server/settings/send-test-mail.server.ts';
import type { MemberSession } from '../server/members/find-member.server.ts';
import {
  readSettingsForm,
  answerWith,
  NOTHING_SENT,
} from '../server/settings/settings-form.server.ts';
import { save } from './settings-outcome.server.ts';

const LIMIT = { name: 'settings', burst: 60, perMinute: 60 };
/** The limit protects the mail server, which belongs to somebody else, from repeated tests. */
const MAIL_LIMIT = { name: 'test-mail', burst: 5, perMinute: 2 };

/** The commands are 'save', 'reset NAME' and 'test-mail'. '!…' at the end confirms a command. */
export async function runSettingsAction(
  context: Readonly<RouterContextProvider>,
  session: MemberSession,
  request: Request,
) {
  const host = context.get(hostContext);
  const admin = session.member;
  let sent = NOTHING_SENT;
  try {
    const form = await readFormData(request);
    sent = readSettingsForm(form);
    const { intent } = checkForm(form, v.object({ intent: textField(200) }));
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
    return await save(host, context, session, sent, { command, reset, confirmed });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { message, field, status } = error;
    return data(
      answerWith(sent, { message, field: field === PROOF_FIELD ? field : undefined }),
      status,
    );
  }
}
