import { t, type Sentence, msg } from '../../i18n/translate.ts';
import type { ReactNode } from 'react';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { EmailField, NameFields, NewPasswordFields } from './account-fields.tsx';
import { Link } from 'react-router';
import { Notice } from '../../ui/form/notice.tsx';

interface DeadLinkProps {
  readonly text: string;
  readonly to: string;
  readonly action: string;
}

interface LinkProps {
  readonly answer: FormAnswer | undefined;
  readonly problem: string | undefined;
}

export function SetupForm(link: LinkProps) {
  const about = { errorAt: fieldErrors(link.answer), typed: link.answer?.typed };
  return (
    <LinkForm {...link} button={t('Create account')}>
      <NameFields {...about} />
      <EmailField {...about} />
      <NewPasswordFields {...about} />
    </LinkForm>
  );
}

export function InvitationForm({ email, ...link }: LinkProps & { email: string | undefined }) {
  const about = { errorAt: fieldErrors(link.answer), typed: link.answer?.typed };
  return (
    <LinkForm {...link} button={t('Create account')}>
      <NameFields {...about} />
      <TextField label={t('Email')} type="email" autoComplete="username" value={email} readOnly />
      <NewPasswordFields {...about} />
    </LinkForm>
  );
}

const ANOTHER_LINK = { to: '/forgot-password', action: msg('Send a new link') } as const;

export function ResetPasswordForm(link: LinkProps) {
  if (link.answer?.isDone) {
    return (
      <div className="mt-8 grid gap-6">
        <Notice kind="success">{link.answer.message}</Notice>
        <Link to={ANOTHER_LINK.to} className="button button-primary">
          {t(ANOTHER_LINK.action)}
        </Link>
      </div>
    );
  }
  return (
    <LinkForm {...link} button={t('Set password')} nextStep={ANOTHER_LINK}>
      <NewPasswordFields errorAt={fieldErrors(link.answer)} isReplacement />
    </LinkForm>
  );
}

interface LinkFormProps extends LinkProps {
  readonly button: string;
  readonly nextStep?: { readonly to: string; readonly action: Sentence };
  readonly children: ReactNode;
}

const SIGN_IN = { to: '/login', action: msg('Sign In') } as const;

/** Returns why the link cannot be used, if so. */
export const readRefusal = ({ answer, problem }: LinkProps) =>
  fieldErrors(answer)('token') ?? problem;

function LinkForm({ button, nextStep = SIGN_IN, children, ...link }: LinkFormProps) {
  const { answer } = link;
  const refused = readRefusal(link);
  if (refused !== undefined)
    return <DeadLink text={refused} to={nextStep.to} action={t(nextStep.action)} />;
  return (
    <ActionForm className="mt-8 grid gap-[18px]">
      <AnswerNotice answer={answer} />
      {children}
      <SubmitButton>{button}</SubmitButton>
    </ActionForm>
  );
}

export function DeadLink({ text, to, action }: DeadLinkProps) {
  return (
    <div className="mt-8 grid gap-6">
      <Notice kind="error">{text}</Notice>
      <Link to={to} className="button button-primary">
        {action}
      </Link>
    </div>
  );
}
