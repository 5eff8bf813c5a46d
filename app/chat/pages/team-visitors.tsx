import { listActiveMembers } from '../../accounts/server/members/list-active-members.server.ts';
import { data, Link } from 'react-router';
import { may } from '../../accounts/protocol/permissions.ts';
import { appContextKey } from '../../app-context.ts';
import { languageNow, t } from '../../i18n/translate.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { readBuyerFigures } from '../../orders/server/order/read-buyer-figures.server.ts';
import { hasEmailShape, normalizeEmail } from '../../platform/email.ts';
import { isUuid } from '../../platform/fields.ts';
import { pathOfList } from '../../platform/lists/list-state.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { openList } from '../../portal/pages/open-list.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { threadPath } from '../protocol/conversation-notice.ts';
import { VISITOR_LIST } from '../protocol/visitor-list.ts';
import { readLabels } from '../server/contacts/manage-labels.server.ts';
import { listVisitors } from '../server/contacts/list-visitors.server.ts';
import { readVisitorEmail } from '../server/privacy/export-visitor.server.ts';
import { readPerson } from '../server/privacy/read-person.server.ts';
import { PersonCard } from '../ui/person-card.tsx';
import { VisitorList } from '../ui/visitor-list.tsx';
import { manageVisitors } from './visitor-actions.server.ts';
import type { Route } from './+types/team-visitors.ts';

export const handle = {
  messages: await loadMessages('chat-team', 'orders-protocol', 'platform-team', 'ui-team'),
};

/** Visitors are linked by id and addresses are searched by POST, so that they stay out of logs and histories. */
export const loader = pageAt('/team/visitors', async ({ appContext, member, request }) => {
  const { db, catalogue } = appContext;
  const open = await openList(db, member, VISITOR_LIST, request);
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('visitor') ?? '';
  const email = isUuid(id) ? await readVisitorEmail(db, id) : undefined;
  const hasState = [...searchParams.keys()].some((name) => name !== 'visitor');
  const shared = {
    mayExport: may(member, 'export-visitors'),
    mayErase: may(member, 'erase-visitors'),
    backTo: hasState ? pathOfList(VISITOR_LIST, open.state) : VISITOR_LIST.path,
  };
  if (email !== undefined) {
    const person = await readPerson(appContext, email);
    return { ...shared, person, visitorId: id, list: null };
  }
  const [page, agents, labels] = await Promise.all([
    listVisitors(appContext, member, open.state, readBuyerFigures),
    listActiveMembers(db),
    readLabels(db),
  ]);
  const topics = catalogue.words.allTopics(languageNow()).map(({ id, name }) => ({ id, name }));
  return {
    ...shared,
    person: undefined,
    visitorId: undefined,
    list: { open, page, choices: { agents, labels, topics } },
  };
});

export async function action(args: Route.ActionArgs) {
  const answered = await manageVisitors(args);
  if (answered instanceof Response) return answered;
  const answer: FormAnswer & { readonly address?: string } = answered.data;
  // The visitor is read again, so that the page shows the result of the action.
  const appContext = args.context.get(appContextKey);
  const address = answer.address ?? normalizeEmail(answer.typed.email ?? '');
  const person = hasEmailShape(address) ? await readPerson(appContext, address) : undefined;
  return data({ ...answer, person }, answered.init ?? {});
}

export default function TeamVisitors({ loaderData, actionData }: Route.ComponentProps) {
  const { mayExport, mayErase, backTo, visitorId, list } = loaderData;
  const person = actionData?.person ?? loaderData.person;
  if (person) {
    return (
      <MemberPage
        title={t('Visitor')}
        lead={t('Data stored about an email address, and whether it may chat.')}
      >
        <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
          <Link to={backTo} className="link">
            {t('All visitors')}
          </Link>
          {visitorId !== undefined && (
            <Link to={threadPath(visitorId)} className="link">
              {t('Open chat')}
            </Link>
          )}
        </p>
        <AnswerNotice answer={actionData} className="mt-6" />
        <PersonCard
          // The forms are reset for another visitor.
          key={person.email}
          person={person}
          answer={actionData}
          mayExport={mayExport}
          mayErase={mayErase}
        />
      </MemberPage>
    );
  }
  return (
    <MemberPage
      title={t('Visitors')}
      lead={t(
        'Everybody who has written to you or ordered. Search for an address to see its data.',
      )}
      isWide
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      {list && <VisitorList {...list} mayExport={mayExport} answer={actionData} />}
    </MemberPage>
  );
}
