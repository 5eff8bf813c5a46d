import { expect, test } from 'vitest';
import { answeredChat } from '../../../../tests/support/answered-chat.ts';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { signInClient } from '../../../../tests/support/client.ts';
import { useDatabase } from '../../../../tests/support/database.ts';
import { mime, plain } from '../../../../tests/support/mime.ts';
import { sendMessage } from '../../../chat/server/messages/send-message.server.ts';
import { takePostedMail } from '../../../inbound-email/server/webhook/take-posted-mail.server.ts';
import { openThread } from './read-conversation.server.ts';

const store = useDatabase();

test('the account shows a conversation without the data that only the team sees', async () => {
  const { appContext, elena, maya, replyTo } = await answeredChat(store.db);
  const body = plain(
    'Yes.\n\nOn Fri, Jun 12, 2026, Embarka <a@b.example> wrote:\n\n> quoted words',
  );
  const mail = mime({ to: replyTo, from: VISITORS.priya, body });
  await takePostedMail(appContext, mail, 'message/rfc822');
  const answer = { conversationId: elena.id, clientId: crypto.randomUUID(), text: 'Thank you.' };
  await sendMessage(appContext, { kind: 'member', member: maya }, answer);
  const { session } = await signInClient(appContext, VISITORS.elena);
  const thread = await openThread(appContext, session, elena.id);
  expect(thread?.messages).toMatchObject([{ text: 'Yes.' }, { text: 'Thank you.', agentId: null }]);
  const shown = JSON.stringify(thread);
  for (const secret of [VISITORS.priya, 'quoted words', maya.id])
    expect(shown).not.toContain(secret);
});
