import { retranslate } from '../../platform/retranslate.ts';
import { t, type Sentence, msg } from '../../i18n/translate.ts';
import type { MessageMail } from '../protocol/views.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageText } from '../client/message-text.tsx';

/** The server stores these English sentences when it receives the email; they are translated when shown. */
const NOT_ADDED = [
  msg('“{name}” was not added: its mail is too large.'),
  msg('“{name}” was not added: a mail inside a mail may hold links that open chats.'),
  msg('“{name}” was not added: Outlook alone can read it.'),
  msg('“{name}” was not added: it holds a link that opens a chat or an order.'),
  msg('“{name}” was not added. A message can have up to {most}.'),
  msg('This mail is too large: what follows its beginning is in the mailbox alone.'),
  msg('This email is encrypted and cannot be read here. Ask for an email without encryption.'),
] as const satisfies readonly Sentence[];

export function MailMarks({
  mail: { sender, isUnproven, subject, folded, notAdded = [] },
}: {
  mail: MessageMail;
}) {
  return (
    <div className="mt-1.5 grid w-[min(85%,560px)] gap-1.5 px-1 text-[13px] [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2">
        <span className="flex items-center gap-1">
          <Icon name="envelope-simple" size={15} />
          {t('By mail')}
        </span>
        {sender !== undefined && (
          <span className="rounded-[7px] bg-amber-tint px-1.5 py-0.5 leading-4 font-semibold text-amber">
            {t('Sent from {address}', { address: sender || t('an unknown address') })}
          </span>
        )}
        {isUnproven && (
          <span className="rounded-[7px] bg-amber-tint px-1.5 py-0.5 leading-4 font-semibold text-amber">
            {t('Sender not confirmed')}
          </span>
        )}
      </p>
      {subject !== undefined && (
        <p className="text-ink-2" dir="auto">
          {t('Subject: {subject}', { subject })}
        </p>
      )}
      {notAdded.map((sentence, index) => (
        // The list never changes, so positions are stable keys.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} className="text-ink-2">
          {retranslate(sentence, NOT_ADDED)}
        </p>
      ))}
      {folded !== undefined && (
        <details>
          <summary className="min-h-6 w-fit cursor-pointer font-semibold text-ink-2">
            {t('Quoted text')}
          </summary>
          <div className="mt-1.5 max-h-[50vh] overflow-y-auto rounded-[12px] bg-sunken px-3 py-2 text-ink-2">
            <MessageText text={folded} isTeam />
          </div>
        </details>
      )}
    </div>
  );
}
