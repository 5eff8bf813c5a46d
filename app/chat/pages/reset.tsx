import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/reset.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { useEffect, type ReactNode } from 'react';
import { RESET_PHRASE } from '../protocol/reset-phrase.ts';
import { Icon } from '../../ui/icon.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { PasswordField, TextField } from '../../ui/form/field.tsx';
import { useIsSending, SubmitButton } from '../../ui/form/submit-button.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';

export const handle = { messages: await loadMessages('chat-team') };

const RELOAD_AFTER_MS = 2000;

interface ResetFormProps {
  readonly answer: Pick<FormAnswer, 'isDone' | 'message' | 'field'> | undefined;
}

export { action } from './reset-actions.server.ts';
// Nobody is signed in after the reset. The page shows its message first and then reloads.
export const shouldRevalidate = () => false;

export const loader = pageAt('/reset', () => Promise.resolve());

export default function Reset({ actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Reset')}
      lead={t("Deletes the data of visitors, buyers and the team. This can't be undone.")}
    >
      <dl className="mt-6 grid max-w-[760px] gap-4 text-ink-2">
        {[
          [
            t('Deleted'),
            t(
              'Visitors, conversations, messages, files, orders, offers, subscriptions, client accounts, waiting emails and every account of the team except yours.',
            ),
          ],
          [
            t('Kept'),
            t(
              'Reviews, the catalogue, coupons, settings and the audit log. Invoices and credit notes stay with their numbers for the period that the law requires, without email addresses; unpaid ones are voided.',
            ),
          ],
          [
            t('At the payment services'),
            t('Running subscriptions are ended, and refunds that you have decided are still sent.'),
          ],
        ].map(([term, items]) => (
          <div key={term}>
            <dt className="font-semibold text-ink">{term}</dt>
            <dd>{items}</dd>
          </div>
        ))}
      </dl>
      <ResetForm answer={actionData} />
    </MemberPage>
  );
}

function ResetForm({ answer }: ResetFormProps) {
  const errorAt = fieldErrors(answer);
  const isDone = answer?.isDone === true;
  const isHydrated = useHydrated();

  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => window.location.reload(), RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDone]);

  return (
    <>
      <ActionForm className="mt-9 grid max-w-[448px] gap-[22px] rounded-card bg-surface p-5 ring-1 ring-line">
        {!isDone && (
          <>
            <PasswordField
              label={t('Password')}
              name="password"
              autoComplete="current-password"
              required
              error={errorAt('password')}
            />
            <TextField
              label={t('Type “{resetPhrase}”', { resetPhrase: RESET_PHRASE })}
              name="phrase"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              error={errorAt('phrase')}
            />
            {isHydrated && <input type="hidden" name="isScripted" value="1" />}
            <SubmitButton className="button button-danger">{t('Reset All Data')}</SubmitButton>
          </>
        )}
        <Outcome>
          <AnswerNotice answer={answer} />
        </Outcome>
      </ActionForm>
    </>
  );
}

function Outcome({ children }: { readonly children: ReactNode }) {
  const isBusy = useIsSending({});
  return (
    <>
      <div role="status" className="empty:hidden">
        {isBusy && (
          <p className="flex items-center gap-3 text-ink-2">
            <Icon name="spinner-gap" className="animate-spin" />
            {t('Clearing profiles and visitors, then signing out…')}
          </p>
        )}
      </div>
      {!isBusy && children}
    </>
  );
}
