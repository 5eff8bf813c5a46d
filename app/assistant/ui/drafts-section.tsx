import { t, formatsNow } from '../../i18n/translate.ts';
import { ANSWER_DRAFTS } from '../../platform/changeable-settings.ts';
import {
  SettingField,
  SettingsSection,
  type SettingsOnPage,
} from '../../accounts/ui/setting-field.tsx';
import { SAID } from '../said-limits.ts';

interface DraftsSectionProps {
  readonly page: SettingsOnPage;
  /** Undefined if the operator configured no model. */
  readonly model: { readonly name: string; readonly host: string } | undefined;
}

export function DraftsSection({ page, model }: DraftsSectionProps) {
  return (
    <SettingsSection
      id="drafts"
      title={t('Drafts')}
      text={t(
        'A model can draft answers and summaries, which a person reads, changes and sends. Nothing is ever sent by itself.',
      )}
    >
      {model ? (
        <>
          <SettingField
            page={page}
            name="ANSWER_DRAFTS"
            options={ANSWER_DRAFTS}
            hint={t('off: nothing is sent to the model from now on, and no button offers it.')}
          />
          <div className="text-[15px]">
            <p>
              {t('With each draft that somebody of the team asks for, this is sent to')}{' '}
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
            <p className="mt-3">{t('This is never sent:')}</p>
            <ul className="mt-2 list-disc pl-5 text-ink-2">
              {whatIsNeverSent().map((line) => (
                <li dir="auto" key={line}>
                  {line}
                </li>
              ))}
            </ul>
            <p className="mt-3 text-ink-2">
              {t(
                'The audit log keeps who asked for a draft in which conversation. Please see to it that your privacy policy names whoever runs the model.',
              )}
            </p>
          </div>
        </>
      ) : (
        <p className="text-[15px] text-ink-2">
          {t(
            'No model is named, and nothing is sent to any: whoever runs this server names one at start with MODEL_URL and MODEL_NAME.',
          )}
        </p>
      )}
    </SettingsSection>
  );
}

/** Lists the data sent to the model, for the person responsible for data protection. */
function whatIsSent(): readonly string[] {
  return [
    t(
      'The last messages of that one conversation: {answers} for an answer, {summaries} for a summary, at most {answerLength} and {summaryLength} characters. Of each: what was written, and whether by the visitor or the team.',
      {
        answers: SAID.answer.messages,
        summaries: SAID.summary.messages,
        answerLength: SAID.answer.length.toLocaleString(formatsNow()),
        summaryLength: SAID.summary.length.toLocaleString(formatsNow()),
      },
    ),
    t(
      'In them email addresses, telephone numbers, numbers of cards and accounts, secret links and the visitor’s name are replaced first. Other words that people write about themselves are not: nobody can recognise them all.',
    ),
    t(
      'The services that fit, with their prices; offers made in that conversation; parts of the refund policy, terms and privacy policy; canned replies that fit; name, email, telephone and hours of the shop.',
    ),
    t('The name of the model, and the key to its endpoint.'),
  ];
}

function whatIsNeverSent(): readonly string[] {
  return [
    t(
      'Private notes, lasting notes and labels, other conversations, files and their names, what was taken back, addresses and orders of visitors, and names of the team.',
    ),
  ];
}
