import { useEffect, useRef } from 'react';
import type { MailSetup } from '../settings/send-test-mail.server.ts';
import { HoursEditor } from './hours-editor.tsx';
import { RetentionQuestion } from './retention-question.tsx';
import { SettingField, SettingsSection, type SettingsOnPage } from './setting-field.tsx';

interface SectionProps {
  readonly page: SettingsOnPage;
}

export function ContactSection({ page, mail }: SectionProps & { readonly mail: MailSetup }) {
  return (
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
  );
}

export function HoursSection({
  page,
  timeZones,
}: SectionProps & { readonly timeZones: readonly string[] }) {
  return (
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
  );
}

/** What is deleted when. A shorter period is asked about first, and the question has the focus. */
export function RetentionSection({ page }: SectionProps) {
  const { answer } = page;
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => question.current?.focus(), [answer]);
  return (
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
  );
}
