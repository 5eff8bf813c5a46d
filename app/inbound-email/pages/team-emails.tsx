import { loadMessages } from '../../i18n/load-messages.ts';
import { t, type Sentence, msg } from '../../i18n/translate.ts';
import { readLeftOut, type LeftOutPage } from '../server/left-out/left-out.server.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-emails.ts';
import { Chip } from '../../ui/chip.tsx';
import { Moment } from '../../ui/date-time.tsx';
import { PagesNav } from '../../ui/pages-nav.tsx';
import type { LeftOut } from '../rules.ts';

export const handle = { messages: await loadMessages('inbound-email-team') };

const REASONS: Readonly<Record<LeftOut, Sentence>> = {
  'automatic reply': msg('Automatic reply'),
  bounce: msg('Delivery report'),
  list: msg('Mailing list'),
  own: msg('From our own address'),
  'no conversation': msg('Answers no conversation'),
  refused: msg('Sender not accepted'),
  'too many': msg('Too many emails'),
  unreadable: msg('Unreadable'),
};

export const loader = pageAt('/team/emails', ({ appContext, request }) => {
  const asked = new URL(request.url).searchParams.get('page') ?? '';
  const page = /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1;
  return readLeftOut(appContext.db, page);
});

export default function TeamEmails({ loaderData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Left-out emails')}
      lead={t(
        'Emails that became no message: automatic ones, and those whose sender or receiver was not accepted. Look through them for what a person wrote, and answer by email.',
      )}
    >
      <LeftOutList {...loaderData} />
    </MemberPage>
  );
}

function LeftOutList({ page, hasOlder, emails }: LeftOutPage) {
  return (
    <>
      {emails.length === 0 ? (
        <p className="mt-10 text-ink-2">
          {t('No emails were left out. Those that are will appear here.')}
        </p>
      ) : (
        <ul className="list-card mt-9">
          {emails.map((email) => (
            <Row key={email.id} email={email} />
          ))}
        </ul>
      )}
      <PagesNav page={page} hasMore={hasOlder} pathOf={(to) => `?page=${to}`} />
      <p className="mt-6 text-[14px] text-ink-2">{t('The list keeps emails for 30 days.')}</p>
    </>
  );
}

function Row({ email }: { readonly email: LeftOutPage['emails'][number] }) {
  const { address, subject, reason, text, isInMailbox, receivedAt } = email;
  return (
    <li className="list-row" data-testid="left-out-email">
      <div className="min-w-0 flex-1 basis-72 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-[650]" dir="auto">
            {subject || t('(no subject)')}
          </span>
          <Chip tone="plain">{t(REASONS[reason])}</Chip>
        </p>
        <p className="flex flex-wrap gap-x-3 text-[14px] text-ink-2">
          {address === '' ? (
            <span>{t('an unknown address')}</span>
          ) : (
            <a href={`mailto:${encodeURIComponent(address)}`} className="link">
              {address}
            </a>
          )}
          <Moment at={receivedAt} />
        </p>
        {isInMailbox ? (
          <p className="text-[14px] text-ink-2">{t('The email is in the mailbox, unread.')}</p>
        ) : (
          text !== '' && (
            <details className="mt-1 text-[14px]">
              <summary className="min-h-6 w-fit cursor-pointer font-semibold text-ink-2">
                {t('Show the text')}
              </summary>
              <p
                className="mt-1.5 max-h-[50vh] overflow-y-auto rounded-[12px] bg-sunken px-3 py-2 whitespace-pre-wrap text-ink-2"
                dir="auto"
                tabIndex={0}
              >
                {text}
              </p>
            </details>
          )
        )}
      </div>
    </li>
  );
}
