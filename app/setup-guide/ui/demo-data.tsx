import { t } from '../../i18n/translate.ts';
import { formatCount, type CountedNoun } from '../../platform/format-count.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CheckboxField } from '../../ui/form/choice-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { AnswerYourself } from './answer-yourself.tsx';
import type { DemoCounts, DemoState } from '../server/read-demo.server.ts';

interface DemoDataProps {
  readonly demo: DemoState;
  readonly isDemoAccount: boolean;
}

const NOUNS: Readonly<Record<keyof DemoCounts, CountedNoun>> = {
  accounts: 'demo account',
  visitors: 'visitor',
  conversations: 'conversation',
  orders: 'order',
  subscriptions: 'subscription',
  invoices: 'invoice',
  reviews: 'review',
  replies: 'canned reply',
};

/** Lists what the removal deletes, and asks once. */
export function DemoData({ demo, isDemoAccount }: DemoDataProps) {
  const { counts, services, progress, isEmpty, leavesNobody } = demo;
  if (progress) return <Progress {...progress} />;
  if (isEmpty && services === 0) {
    return (
      <PageSection title={t('Demo data')}>
        <p className="text-[15px] text-ink-2">{t('There is no demo data in this shop.')}</p>
      </PageSection>
    );
  }
  const listed = (Object.keys(NOUNS) as (keyof DemoCounts)[]).filter((name) => counts[name] > 0);
  return (
    <PageSection title={t('Demo data')}>
      <div className="rounded-card bg-surface p-5 ring-1 ring-line">
        {!isEmpty && (
          <>
            <p>{t('One button deletes exactly this, with all messages and files:')}</p>
            <ul className="mt-2 grid list-disc gap-1 ps-5 text-[15px]">
              {listed.map((name) => (
                <li key={name}>{formatCount({ noun: NOUNS[name], number: counts[name] })}</li>
              ))}
            </ul>
            <p className="mt-3 text-[15px] text-ink-2">
              {t(
                'Everything of your own stays: accounts, services, settings, customers, and whatever you changed. The audit log stays too. An invoice whose number stands between your own stays without personal data.',
              )}
            </p>
          </>
        )}
        {leavesNobody && counts.accounts > 0 && !isDemoAccount && (
          <div className="mt-4 text-[15px]">
            <p className="font-semibold">
              {t('Without the demo accounts nobody answers visitors.')}
            </p>
            <AnswerYourself className="mt-2" />
          </div>
        )}
        {isDemoAccount ? (
          <p className="mt-4 text-[15px] font-semibold">
            {t('You are signed in with a demo account. Create your own account above first.')}
          </p>
        ) : (
          <ActionForm className="mt-4" preventScrollReset>
            <HiddenFields fields={{ intent: 'remove-demo' }} />
            {services > 0 && (
              <CheckboxField
                name="services"
                value="hide"
                label={t(
                  '{count, plural, one {Also hide # example service that nobody changed, ordered or reviewed.} other {Also hide # example services that nobody changed, ordered or reviewed.}} This is a publication, which can be undone in the catalogue.',
                  { count: services },
                )}
                defaultChecked
              />
            )}
            <div className="mt-4">
              <ConfirmButton
                label={t('Remove demo data')}
                question={t('Remove the demo data?')}
                text={t("This can't be undone. Nothing else is deleted.")}
                className="button button-danger button-small"
              >
                <SubmitButton className="button button-danger button-small">
                  {t('Remove it')}
                </SubmitButton>
              </ConfirmButton>
            </div>
          </ActionForm>
        )}
      </div>
    </PageSection>
  );
}

function Progress({ done, total }: NonNullable<DemoState['progress']>) {
  return (
    <PageSection title={t('Demo data')}>
      <div role="status">
        <p id="removal">
          {t('Removing: {done} of {total} records. You can leave this page.', { done, total })}
        </p>
      </div>
      <progress
        className="mt-2 max-w-[420px]"
        aria-labelledby="removal"
        max={Math.max(1, total)}
        value={done}
      />
    </PageSection>
  );
}
