import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { data } from 'react-router';
import { readBlocks, type BlockView } from '../server/privacy/block-visitor.server.ts';
import { readVisitorEmail } from '../server/privacy/export-visitor.server.ts';
import { readPerson } from '../server/privacy/read-person.server.ts';
import { appContextKey } from '../../app-context.ts';
import { hasEmailShape, normalizeEmail } from '../../platform/email.ts';
import { may } from '../../accounts/protocol/permissions.ts';
import { isUuid } from '../../platform/fields.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-visitors.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { PersonCard } from '../ui/person-card.tsx';
import { manageVisitors } from './visitor-actions.server.ts';
import { type FormAnswer, fieldErrors } from '../../ui/form/form-answer.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields, FormButton } from '../../ui/form/form-button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { PageSection } from '../../ui/page-section.tsx';

export const handle = { messages: await loadMessages('chat-team', 'platform-team') };

interface FindPersonFormProps {
  readonly person: { readonly email: string } | undefined;
  readonly answer: FormAnswer | undefined;
}

/** Visitors are linked by id and searched by POST, so that email addresses stay out of logs and browser histories. */
export const loader = pageAt('/team/visitors', async ({ appContext, member, request }) => {
  const id = new URL(request.url).searchParams.get('visitor') ?? '';
  const email = isUuid(id) ? await readVisitorEmail(appContext.db, id) : undefined;
  return {
    mayExport: may(member, 'export-visitors'),
    mayErase: may(member, 'erase-visitors'),
    blocks: await readBlocks(appContext.db),
    person: email === undefined ? undefined : await readPerson(appContext, email),
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
  const { mayExport, mayErase, blocks } = loaderData;
  const person = actionData ? actionData.person : loaderData.person;
  return (
    <MemberPage
      title={t('Visitors')}
      lead={t('What is held about an email address, and who may not chat.')}
    >
      <FindPersonForm person={person} answer={actionData} />
      <AnswerNotice answer={actionData} className="mt-6" />
      {person && (
        <PersonCard
          // The forms are reset for another visitor.
          key={person.email}
          person={person}
          answer={actionData}
          mayExport={mayExport}
          mayErase={mayErase}
        />
      )}
      <BlockList blocks={blocks} />
    </MemberPage>
  );
}

/** Sends the address by POST, so that it appears in no log. */
function FindPersonForm({ person, answer }: FindPersonFormProps) {
  return (
    <ActionForm className="mt-8 grid items-start gap-4 rounded-card bg-surface p-5 ring-1 ring-line md:grid-cols-[1fr_auto]">
      <HiddenFields fields={{ intent: 'find' }} />
      <TextField
        key={person?.email}
        label={t('Email')}
        name="email"
        type="email"
        autoComplete="off"
        defaultValue={person?.email ?? answer?.typed.email}
        error={fieldErrors(answer)('email')}
      />
      <div className="md:pt-[31px]">
        <SubmitButton>{t('Find')}</SubmitButton>
      </div>
    </ActionForm>
  );
}

function BlockList({ blocks }: { readonly blocks: readonly BlockView[] }) {
  if (blocks.length === 0) return null;
  return (
    <PageSection title={t('Blocked')} count={blocks.length}>
      <ul className="list-card">
        {blocks.map((block) => (
          <BlockRow key={block.id} block={block} />
        ))}
      </ul>
    </PageSection>
  );
}

function BlockRow({ block }: { block: BlockView }) {
  const name = block.email ?? t('An erased address');
  return (
    <li data-testid="block" className="list-row">
      <div className="min-w-0 flex-1 basis-60">
        <p dir="auto" className="font-[650] [overflow-wrap:anywhere]">
          {name}
        </p>
        <p dir="auto" className="text-[15px] [overflow-wrap:anywhere]">
          {block.note}
        </p>
        <p className="text-[14px] text-ink-2">
          {t('since')} <DateTime at={block.createdAt} />
          {block.blockedBy !== null && <>{t(', by {blockedBy}', { blockedBy: block.blockedBy })}</>}
          {block.lastAttemptAt !== null && (
            <>
              {' · '}
              {block.attemptCount === 1
                ? t('1 refused chat')
                : t('{attemptCount} refused chats', { attemptCount: block.attemptCount })}
              {', '}
              {t('the last on')} <DateTime at={block.lastAttemptAt} />
            </>
          )}
        </p>
      </div>
      <FormButton
        fields={{ intent: 'unblock', id: block.id }}
        preventScrollReset={false}
        aria-label={t('Unblock {name}', { name })}
      >
        {t('Unblock')}
      </FormButton>
    </li>
  );
}
