import { Rich } from '../../ui/rich.tsx';
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
      text={t(
        'A model can draft answers and summaries for a person to read, edit and send. Nothing is ever sent automatically.',
      )}
    >
      {model ? (
        <>
          <SettingField
            page={page}
            name="ANSWER_DRAFTS"
            options={ANSWER_DRAFTS}
            hint={t('off: nothing more is sent to the model, and the draft buttons disappear.')}
          />
          <div className="text-[15px]">
            <p>
              <Rich
                text={t(
                  'Each time a team member asks for a draft, this is sent to <address/> (<model/>):',
                )}
                parts={{
                  address: (
                    <strong dir="auto" className="[overflow-wrap:anywhere]">
                      {model.host}
                    </strong>
                  ),
                  model: (
                    <span dir="auto" className="[overflow-wrap:anywhere]">
                      {model.name}
                    </span>
                  ),
                }}
              />
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
                'The audit log records who asked for a draft in which conversation. Make sure your privacy policy names whoever runs the model.',
              )}
            </p>
          </div>
        </>
      ) : (
        <p className="text-[15px] text-ink-2">
          {t(
            'No model is configured, so nothing is sent to one. Whoever runs this server can configure a model at startup with MODEL_URL and MODEL_NAME.',
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
      'The last messages of that conversation: {answers} for an answer, {summaries} for a summary, up to {answerLength} and {summaryLength} characters. For each message: its text, and whether the visitor or the team wrote it.',
      {
        answers: SAID.answer.messages,
        summaries: SAID.summary.messages,
        answerLength: SAID.answer.length.toLocaleString(formatsNow()),
        summaryLength: SAID.summary.length.toLocaleString(formatsNow()),
      },
    ),
    t(
      'Email addresses, telephone numbers, card and account numbers, secret links and the visitor’s name are replaced in these messages first. Other details that people write about themselves are not: no filter can recognise them all.',
    ),
    t(
      "Matching services with their prices; offers made in that conversation; parts of the refund policy, terms and privacy policy; matching canned replies; the shop's name, email, telephone and hours.",
    ),
    t("The model's name and the key for its endpoint."),
  ];
}

function whatIsNeverSent(): readonly string[] {
  return [
    t(
      "Private notes, visitor notes and labels, other conversations, files and file names, messages that were taken back, visitors' addresses and orders, and team members' names.",
    ),
  ];
}
