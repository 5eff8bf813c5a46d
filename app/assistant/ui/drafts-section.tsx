import { say } from '../../platform/say.ts';
import { ANSWER_DRAFTS } from '../../platform/changeable-settings.ts';
import {
  SettingField,
  SettingsSection,
  type SettingsOnPage,
} from '../../accounts/ui/setting-field.tsx';
import { whatIsNeverSent, whatIsSent } from '../what-is-sent.ts';

interface DraftsSectionProps {
  readonly page: SettingsOnPage;
  /** Undefined if the operator configured no model. */
  readonly model: { readonly name: string; readonly host: string } | undefined;
}

export function DraftsSection({ page, model }: DraftsSectionProps) {
  return (
    <SettingsSection
      id="drafts"
      title={say('Drafts')}
      text={say(
        'A model can draft answers and summaries, which a person reads, changes and sends. Nothing is ever sent by itself.',
      )}
    >
      {model ? (
        <>
          <SettingField
            page={page}
            name="ANSWER_DRAFTS"
            options={ANSWER_DRAFTS}
            hint={say('off: nothing is sent to the model from now on, and no button offers it.')}
          />
          <div className="text-[15px]">
            <p>
              {say('With each draft that somebody of the team asks for, this is sent to')}{' '}
              <strong dir="auto" className="[overflow-wrap:anywhere]">
                {model.host}
              </strong>{' '}
              (
              <span dir="auto" className="[overflow-wrap:anywhere]">
                {model.name}
              </span>
              ):
            </p>
            <ul className="mt-2 list-disc pl-5 text-ink-2">
              {whatIsSent().map((line) => (
                <li dir="auto" key={line} className="mt-1">
                  {line}
                </li>
              ))}
            </ul>
            <p className="mt-3">{say('This is never sent:')}</p>
            <ul className="mt-2 list-disc pl-5 text-ink-2">
              {whatIsNeverSent().map((line) => (
                <li dir="auto" key={line}>
                  {line}
                </li>
              ))}
            </ul>
            <p className="mt-3 text-ink-2">
              {say(
                'The audit log keeps who asked for a draft in which conversation. Please see to it that your privacy policy names whoever runs the model.',
              )}
            </p>
          </div>
        </>
      ) : (
        <p className="text-[15px] text-ink-2">
          {say(
            'No model is named, and nothing is sent to any: whoever runs this server names one at start with MODEL_URL and MODEL_NAME.',
          )}
        </p>
      )}
    </SettingsSection>
  );
}
