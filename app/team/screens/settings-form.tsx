import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { MailSetup } from '../settings/send-test-mail.server.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { MailSection } from './mail-section.tsx';
import { RetentionQuestion } from './retention-question.tsx';
import { HoursEditor } from './hours-editor.tsx';
import { SettingField, SettingsSection, type SettingsOnPage } from './setting-field.tsx';

interface SettingsFormProps {
  readonly page: SettingsOnPage;
  readonly mail: MailSetup;
  readonly timeZones: readonly string[];
  /** Whoever asks for a test mail gets it. */
  readonly testMailTo: string;
  /** What an earlier answer led here with: names of settings in words, or ''. */
  readonly saved: string;
  readonly reset: string;
}

/** Everything that can be changed while the product runs, in one form. */
export function SettingsForm(props: SettingsFormProps) {
  const { page, mail, timeZones, testMailTo, saved, reset } = props;
  const { answer } = page;
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => question.current?.focus(), [answer]);
  return (
    <>
      <div className="mt-6 empty:hidden">
        {answer?.message !== undefined && (
          <Notice kind={answer.isDone ? 'success' : 'error'}>{answer.message}</Notice>
        )}
        {!answer && saved && (
          <Notice kind="success">Saved: {saved}. It is used everywhere from now on.</Notice>
        )}
        {!answer && reset && (
          <Notice kind="success">{reset} has the value set at start again.</Notice>
        )}
      </div>
      <p className="mt-6 max-w-[66ch] text-[15px] text-ink-2">
        Each setting begins with the value set at start, in the environment of the server. What you
        save here wins over it, on every process and at once. The{' '}
        <Link to="/team/audit" className="link">
          audit log
        </Link>{' '}
        keeps who changed what.
      </p>
      <ActionForm
        action="/team/settings"
        // What has the focus must not be under the bar at the bottom.
        className="mt-2 [&_:is(a,button,input,select)]:scroll-mb-28"
      >
        {/* Enter in a field presses the form's first button, which must not be one that resets. */}
        <button
          type="submit"
          name="intent"
          value="save"
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
        >
          Save
        </button>
        <SettingsSection id="brand" title="Brand" text="The name on every page and in every mail.">
          <SettingField page={page} name="BRAND_NAME" autoComplete="off" />
        </SettingsSection>
        <SettingsSection
          id="contact"
          title="Contact"
          text="On the contact page and in the legal documents."
        >
          <SettingField
            page={page}
            name="SUPPORT_EMAIL"
            type="email"
            hint={
              mail.server === null
                ? 'Mails come from this address unless MAIL_FROM is set at start.'
                : undefined
            }
          />
          <SettingField page={page} name="SUPPORT_PHONE" type="tel" />
          <SettingField page={page} name="POSTAL_ADDRESS" />
          <SettingField
            page={page}
            name="GOVERNING_STATE"
            hint="The state whose law governs the terms."
          />
        </SettingsSection>
        <SettingsSection
          id="hours"
          title="Hours"
          text="Reports and waiting times count the hours of the chat alone."
        >
          <SettingField
            page={page}
            name="SUPPORT_TIMEZONE"
            options={timeZones}
            hint="For the hours below and for the days of reports."
          />
          <SettingField
            page={page}
            name="SUPPORT_HOURS"
            hint="As the refund page says them. They do not close the chat."
          />
          <HoursEditor page={page} />
        </SettingsSection>
        <SettingsSection
          id="payment"
          title="Payment"
          text="Where the buttons that pay lead. Open it once yourself after a change."
        >
          <SettingField page={page} name="PAYMENT_URL" type="url" />
        </SettingsSection>
        <SettingsSection
          id="retention"
          title="Retention"
          text="After so many days something is deleted by itself, every hour. It cannot be brought back but from a backup. The privacy policy says the same."
        >
          {answer?.question && <RetentionQuestion ref={question} question={answer.question} />}
          <SettingField
            page={page}
            name="RETENTION_CHAT_DAYS"
            type="number"
            hint="Days after a conversation ended, until it is deleted with everything in it, and with visitors and browsers that have nothing else. Empty: kept."
          />
          <SettingField
            page={page}
            name="RETENTION_REVIEW_EMAIL_DAYS"
            type="number"
            hint="Days after a review was written, until its e-mail address is deleted. The review stays. Empty: kept."
          />
          <SettingField
            page={page}
            name="RETENTION_AUDIT_DAYS"
            type="number"
            hint="Days until an entry of the audit log is deleted."
          />
        </SettingsSection>
        <MailSection mail={mail} to={testMailTo} test={answer?.mailTest} />
        <SettingsSection
          id="replies"
          title="Canned replies"
          text="Answers that everybody on the team can insert."
        >
          <p>
            <Link to="/canned-replies" className="button button-line button-small">
              Edit canned replies
            </Link>
          </p>
        </SettingsSection>
        <div className="sticky bottom-0 z-10 -mx-5 mt-10 flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line bg-canvas px-5 py-3.5">
          <SubmitButton name="intent" value="save">
            Save changes
          </SubmitButton>
          <p className="text-[14px] text-ink-2 max-md:hidden">Saves all sections of this page.</p>
        </div>
      </ActionForm>
    </>
  );
}
