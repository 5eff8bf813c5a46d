import { randomUUID } from 'node:crypto';
import { useEffect } from 'react';
import { data } from 'react-router';
import * as v from 'valibot';
import { appContextKey } from '../../app-context.ts';
import { MessageText } from '../../chat/client/message-text.tsx';
import { MESSAGE_MAX_LENGTH } from '../../chat/protocol/rules.ts';
import type { MessageView } from '../../chat/protocol/views.ts';
import { sendMessage } from '../../chat/server/messages/send-message.server.ts';
import { openChat } from '../../chat/widget/open-chat.ts';
import { storeChat } from '../../chat/widget/stored-chat.ts';
import { requireClientPage } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { text } from '../../platform/fields.ts';
import { client, formAction } from '../../portal/pages/form-action.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { browserStorage } from '../../ui/browser-storage.ts';
import { Moment } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { TextAreaField } from '../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../ui/form/form-answer.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { continueHere, openThread } from '../server/home/read-conversation.server.ts';
import { AccountFrame } from '../ui/account-frame.tsx';
import type { Route } from './+types/account-conversation.ts';

export const handle = { messages: await loadMessages('clients', 'chat') };

/** The same as for messages in the chat. */
const LIMIT = { name: 'client-messages', burst: 30, perMinute: 30 };

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  privateMeta(loaderData?.thread.topic ?? t('Conversation'), matches[0].loaderData);

const Before = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number));

export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const session = await requireClientPage(context, request);
  const before = v.safeParse(Before, new URL(request.url).searchParams.get('before'));
  const earlier = before.success ? before.output : undefined;
  const thread = await openThread(context.get(appContextKey), session, id, earlier);
  if (!thread) throw data(null, { status: 404 });
  // The idempotency key of the next message, so that a double press sends one.
  return { thread, isEarlier: earlier !== undefined, messageKey: randomUUID() };
}

const form = v.variant('intent', [
  v.object({ intent: v.literal('continue') }),
  v.object({
    intent: v.literal('reply'),
    message: text(MESSAGE_MAX_LENGTH),
    key: v.pipe(v.string(), v.uuid()),
  }),
]);

export const action = formAction(
  form,
  { admit: client, limit: LIMIT },
  async (sent, { appContext, params: { id = '' }, session }) => {
    // Only the browser that has the conversation writes in it, so it moves here first.
    await continueHere(appContext, session, id);
    if (sent.intent === 'continue') {
      return { message: '', opened: { conversationId: id, email: session.client.email } };
    }
    const viewer = { kind: 'browser', browserId: session.browserId } as const;
    const message = { conversationId: id, clientId: sent.key, text: sent.message };
    await sendMessage(appContext, viewer, message);
    return { message: t('Your message is sent.') };
  },
);

interface Opened {
  readonly conversationId: string;
  readonly email: string;
}

export default function AccountConversation({ actionData, loaderData }: Route.ComponentProps) {
  const { thread, isEarlier, messageKey } = loaderData;
  const answer: (FormAnswer & { readonly opened?: Opened }) | undefined = actionData;
  const field = answeredField(answer);
  const opened = answer?.opened;
  useEffect(() => {
    if (!opened) return;
    storeChat(browserStorage(), opened, new Date());
    openChat(null);
  }, [opened]);
  const [oldest] = thread.messages;
  return (
    <AccountFrame title={thread.service ?? thread.topic}>
      {thread.service !== null && (
        <p dir="auto" className="mt-2 text-ink-2">
          {thread.topic}
        </p>
      )}
      {thread.hasEarlier && oldest && (
        <p className="mt-5">
          <a className="link" href={`?before=${oldest.number}`}>
            {t('Earlier messages')}
          </a>
        </p>
      )}
      <ol className="mt-4 grid gap-3">
        {thread.messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      {isEarlier ? (
        <p className="mt-6">
          <a className="link" href="?">
            {t('Newest messages')}
          </a>
        </p>
      ) : (
        <>
          <AnswerNotice answer={answer} className="mt-5" />
          <ActionForm key={messageKey} className="mt-6 grid gap-4" preventScrollReset>
            <input type="hidden" name="key" value={messageKey} />
            <TextAreaField
              {...field('message')}
              label={t('Your reply')}
              rows={4}
              maxLength={MESSAGE_MAX_LENGTH}
            />
            <div className="flex flex-wrap gap-3">
              <SubmitButton name="intent" value="reply">
                {t('Send')}
              </SubmitButton>
              <SubmitButton
                name="intent"
                value="continue"
                className="needs-script button button-line"
              >
                {t('Continue in the chat')}
              </SubmitButton>
            </div>
          </ActionForm>
          <p className="mt-3 text-[15px] text-ink-2">
            {t('Files and offers are in the chat, which then opens in this browser.')}
          </p>
        </>
      )}
    </AccountFrame>
  );
}

function Message({ message }: { readonly message: MessageView }) {
  const { isAgent, agentName, createdAt, removalNumber, files = [] } = message;
  return (
    <li
      className={`max-w-[92%] rounded-card p-4 ring-1 ring-line ${isAgent ? 'me-auto bg-surface' : 'ms-auto bg-sunken'}`}
    >
      <p className="flex flex-wrap gap-x-3 text-[15px] text-ink-2">
        <span className="font-semibold">
          {isAgent ? <bdi>{agentName ?? t('Team')}</bdi> : t('You')}
        </span>
        <Moment at={createdAt} />
      </p>
      <div className="mt-1.5 [overflow-wrap:anywhere]">
        {removalNumber === undefined ? (
          <MessageText text={message.text} />
        ) : (
          <p className="text-ink-2">{t('This message was taken back.')}</p>
        )}
      </div>
      {files.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {files.map(({ id, name }) => (
            <li key={id}>
              <a className="link flex items-start gap-2" href={`/chat/files/${id}`}>
                <Icon name="paperclip" className="mt-0.5 shrink-0" />
                <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
