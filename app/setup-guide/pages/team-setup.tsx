import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { readTestOrder } from '../../orders/server/test-order/test-order.server.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { FormButton } from '../../ui/form/form-button.tsx';
import { readGuideState } from '../server/manage-guide.server.ts';
import { isDemoMember, readDemo } from '../server/read-demo.server.ts';
import { listPaymentMethods } from '../server/list-payment-methods.server.ts';
import { readSteps } from '../server/read-steps.server.ts';
import { DemoData } from '../ui/demo-data.tsx';
import { GuideSteps } from '../ui/guide-steps.tsx';
import type { Route } from './+types/team-setup.ts';

export const handle = {
  messages: await loadMessages(
    'setup-guide-team',
    'accounts-team',
    'platform-team',
    'orders-protocol',
    'shop-layout',
  ),
};

export { action } from './setup-actions.server.ts';

const LOOK_AGAIN_MS = 1500;

export const loader = pageAt('/team/setup', async ({ appContext, member }) => {
  const { db } = appContext;
  return {
    steps: await readSteps(appContext),
    demo: await readDemo(db),
    isDemoAccount: await isDemoMember(db, member.id),
    ...(await readGuideState(db)),
    testOrder: (await readTestOrder(db)) ?? null,
    mailTo: member.email,
    paymentMethods: listPaymentMethods(appContext.settings),
    language: appContext.settings.languages.main,
  };
});

export default function TeamSetup({ loaderData, actionData }: Route.ComponentProps) {
  const { steps, demo, isDemoAccount, isDismissed, testOrder } = loaderData;
  const { mailTo, paymentMethods, language } = loaderData;
  const done = steps.filter(({ isDone }) => isDone).length;
  useProgress(demo.progress !== undefined);
  return (
    <MemberPage
      title={t('Setup guide')}
      lead={t(
        'What your shop needs before the first customer. A step is ticked as soon as it is true, wherever you did it.',
      )}
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      <p id="progress" className="mt-6 font-display text-[22px] font-bold tracking-[-0.02em]">
        {t('{done} of {total} done', { done, total: steps.length })}
      </p>
      <progress
        className="mt-2 max-w-[420px]"
        aria-labelledby="progress"
        max={steps.length}
        value={done}
      />
      <GuideSteps
        steps={steps}
        isDemoAccount={isDemoAccount}
        testOrder={testOrder}
        mailTo={mailTo}
        paymentMethods={paymentMethods}
        language={language}
        answer={actionData}
      />
      <DemoData demo={demo} isDemoAccount={isDemoAccount} />
      <div className="mt-11 border-t border-line pt-6">
        <FormButton fields={{ intent: isDismissed ? 'resume' : 'dismiss' }}>
          {isDismissed ? t('Open the guide after sign-in') : t('Dismiss the guide')}
        </FormButton>
        <p className="mt-2 text-[14px] text-ink-2">
          {isDismissed
            ? t('The guide is dismissed for all admins.')
            : t('For all admins of this shop. The guide stays under Settings.')}
        </p>
      </div>
    </MemberPage>
  );
}

/** Reads the page again while the removal runs. */
function useProgress(isRunning: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => void revalidate(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isRunning, revalidate]);
}
