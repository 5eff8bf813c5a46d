import { say } from '../../platform/say.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MailSetup } from '../server/settings/send-test-mail.server.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { MailSection } from './mail-section.tsx';
import {
  AnswerTargetSection,
  ContactSection,
  HoursSection,
  PlainSection,
  RetentionSection,
} from './settings-sections.tsx';
import { SettingsSection, type SettingsOnPage } from './setting-field.tsx';

interface SettingsFormProps {
  readonly page: SettingsOnPage;
  readonly mail: MailSetup;
  /** The settings of inbound email, which another module renders. */
  readonly incoming: ReactNode;
  readonly timeZones: readonly string[];
  /** The instructions for suggested replies, which another module renders. */
  readonly drafts: ReactNode;
  readonly testMailTo: string;
  /** The names of the settings that were saved before a redirect, or an empty string. */
  readonly saved: string;
  readonly reset: string;
}

export function SettingsForm(props: SettingsFormProps) {
  const { page, mail, incoming, timeZones, drafts, testMailTo, saved, reset } = props;
  const { answer } = page;
  return (
    <>
      <Outcome answer={answer} saved={saved} reset={reset} />
      <p className="mt-6 max-w-[44em] text-[15px] text-ink-2">
        {say(
          'Each setting begins with the value set at start, in the environment of the server. What you save here wins over it, on every process and at once.',
        )}{' '}
        {/* A block of its own, so that a late web font does not move words between lines. */}
        <span className="block">
          {say('The')}{' '}
          <Link to="/team/audit" className="link">
            {say('audit log')}
          </Link>{' '}
          {say('keeps who changed what.')}
        </span>
      </p>
      <ActionForm
        action="/team/settings"
        // Keeps a focused field from being hidden by the bar at the bottom.
        className="mt-2 [&_:is(a,button,input,select)]:scroll-mb-28"
      >
        {/* Enter submits a form with its first button, which would otherwise be one that resets a setting. */}
        <button
          type="submit"
          name="intent"
          value="save"
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
        >
          {say('Save')}
        </button>
        <PlainSection page={page} id="brand" />
        <PlainSection page={page} id="languages" />
        <ContactSection page={page} mail={mail} />
        <HoursSection page={page} timeZones={timeZones} />
        <PlainSection page={page} id="assignment" />
        <PlainSection page={page} id="widget" />
        <PlainSection page={page} id="search" />
        {drafts}
        <AnswerTargetSection page={page} />
        <PlainSection page={page} id="payment" />
        <PlainSection page={page} id="signing-in" />
        <PlainSection page={page} id="orders" />
        <RetentionSection page={page} />
        <MailSection mail={mail} to={testMailTo} test={answer?.mailTest} />
        {incoming}
        <SettingsSection
          id="replies"
          title={say('Canned replies')}
          text={say('Answers that everybody on the team can insert.')}
        >
          <p>
            <Link to="/canned-replies" className="button button-line button-small">
              {say('Edit canned replies')}
            </Link>
          </p>
        </SettingsSection>
        <div className="sticky bottom-(--bar) z-10 -mx-5 mt-10 flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line bg-canvas px-5 py-3.5">
          <SubmitButton name="intent" value="save">
            {say('Save changes')}
          </SubmitButton>
          <p className="text-[14px] text-ink-2 max-md:hidden">
            {say('Saves all sections of this page.')}
          </p>
        </div>
      </ActionForm>
    </>
  );
}

function Outcome({
  answer,
  saved,
  reset,
}: Pick<SettingsFormProps, 'saved' | 'reset'> & Pick<SettingsOnPage, 'answer'>) {
  return (
    <div className="mt-6 empty:hidden">
      {answer?.message !== undefined && (
        <AnswerNotice answer={{ ...answer, message: answer.message }} />
      )}
      {!answer && saved && (
        <Notice kind="success">
          {say('Saved: {saved}. It is used everywhere from now on.', { saved })}
        </Notice>
      )}
      {!answer && reset && (
        <Notice kind="success">
          {say('{reset} has the value set at start again.', { reset })}
        </Notice>
      )}
    </div>
  );
}
