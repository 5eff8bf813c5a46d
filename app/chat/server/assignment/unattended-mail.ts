import { say } from '../../../platform/say.ts';
import { writeMail } from '../../../platform/email/write-mail.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { threadPath } from '../../protocol/conversation-notice.ts';

/**
 * The email to a manager contains no text from the visitor and no visitor's address, because anybody can type
 * both.
 */
export function unattendedMail(
  { origin, brandName }: Pick<Settings, 'origin' | 'brandName'>,
  to: string,
  { visitorId, conversationId }: { readonly visitorId: string; readonly conversationId: string },
) {
  const link = `${origin}${threadPath(visitorId)}`;
  return writeMail({
    to,
    brandName,
    key: `unattended ${conversationId} ${to}`,
    subject: say('A visitor waits and nobody is there'),
    link,
    body: [
      say(
        'A visitor waits for an answer in the chat, and no agent who accepts chats is connected.',
      ),
      say('You can read the conversation and take it over here:'),
      { href: link },
      say('There is one mail for a conversation.'),
    ],
  });
}
