import { showStored } from '../../platform/stored-message.ts';
import { t } from '../../i18n/translate.ts';
// Registers the notices.
import '../protocol/mail-notices.ts';
import type { MessageMail } from '../protocol/views.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageText } from '../client/message-text.tsx';

const showNotice = (notice: unknown) => showStored(notice) ?? '';

export function MailMarks({
  mail: { sender, isUnproven, subject, folded, notices = [], notAdded = [] },
}: {
  mail: MessageMail;
}) {
  return (
    <div className="mt-1.5 grid w-[min(85%,560px)] gap-1.5 px-1 text-[13px] [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2">
        <span className="flex items-center gap-1">
          <Icon name="envelope-simple" size={15} />
          {t('By email')}
        </span>
        {sender !== undefined && (
          <span className="rounded-[7px] bg-amber-tint px-1.5 py-0.5 leading-4 font-semibold text-amber">
            {sender
              ? t('Sent from {address}', { address: sender })
              : t('Sent from an unknown address')}
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
      {[...notices.map(showNotice), ...notAdded].map((notice, index) => (
        // The list never changes, so positions are stable keys.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} className="text-ink-2">
          {notice}
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
