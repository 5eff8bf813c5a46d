import { say } from '../../platform/say.ts';
import type { NotificationSettings } from '../server/push/notification-settings.server.ts';
import { DAILY_DIGEST_HOUR } from '../protocol/rules.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import type { NotificationAnswer } from './test-results.tsx';

interface ChoicesFormProps {
  readonly chosen: NotificationSettings;
  readonly timeZone: string;
  readonly isAskedOfQueue: boolean;
  readonly answer: Pick<NotificationAnswer, 'isDone' | 'message'> | undefined;
}

export function ChoicesForm({ chosen, timeZone, isAskedOfQueue, answer }: ChoicesFormProps) {
  const daily = say('Daily at {dailyDigestHour}:00 ({replaceAll})', {
    dailyDigestHour: DAILY_DIGEST_HOUR,
    replaceAll: timeZone.replaceAll('_', ' '),
  });
  return (
    <ActionForm
      preventScrollReset
      className="grid gap-6 rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <HiddenFields fields={{ intent: 'settings' }} />
      <fieldset className="min-w-0">
        <legend className="text-[15px] font-semibold">{say('On your devices')}</legend>
        <Choice
          name="showsPreviews"
          isChosen={chosen.showsPreviews}
          label={say('Show previews')}
          hint={say(
            'Who wrote and the first words, also on a locked screen. Without it, only that somebody wrote.',
          )}
        />
        {isAskedOfQueue && (
          <Choice
            name="tellsOfQueue"
            isChosen={chosen.tellsOfQueue}
            label={say('Also when a visitor waits in the queue')}
            hint={say('Once a visitor, on your devices and in your digest.')}
          />
        )}
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="text-[15px] font-semibold">
          {say('When a colleague mentions you in a note')}
        </legend>
        <Choice
          name="mailsMentions"
          isChosen={chosen.mailsMentions}
          label={say('Send me an email as well')}
          hint={say(
            'Your devices are told in any case. Nothing is sent for a mention you have seen.',
          )}
        />
      </fieldset>
      <div className="max-w-[420px]">
        <SelectField
          label={say('By mail')}
          name="digest"
          defaultValue={chosen.digest}
          options={[
            { value: 'off', name: say('Off') },
            { value: 'hourly', name: say('Every hour in which something new came') },
            { value: 'daily', name: daily },
          ]}
          hint={say(
            'A list of the conversations you have not read, and no mail when there are none.',
          )}
        />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton>{say('Save')}</SubmitButton>
        {answer && (
          <div className="min-w-0 flex-1 basis-60">
            <Notice kind={answer.isDone ? 'success' : 'error'}>{answer.message}</Notice>
          </div>
        )}
      </div>
    </ActionForm>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly label: string;
  readonly hint: string;
}

function Choice({ name, isChosen, label, hint }: ChoiceProps) {
  return (
    <div className="mt-3">
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={isChosen}
          aria-describedby={`${name}-hint`}
          className="size-5 shrink-0 accent-primary"
        />
        {label}
      </label>
      <p id={`${name}-hint`} className="ml-8 max-w-[41em] text-[14px] text-ink-2">
        {hint}
      </p>
    </div>
  );
}
