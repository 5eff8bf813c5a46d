import { t } from '../../i18n/translate.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { FormButton } from '../../ui/form/form-button.tsx';
import { Rich } from '../../ui/rich.tsx';
import type { BlockView } from '../protocol/visitor-list.ts';

/** The reason of a block, its history, and the button that ends it. */
export function BlockDetails({ block }: { readonly block: BlockView }) {
  const name = block.email ?? t('An erased address');
  return (
    <div data-testid="block" className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-60">
        {block.email !== null && (
          <p dir="auto" className="text-[15px] [overflow-wrap:anywhere]">
            {block.note}
          </p>
        )}
        <p className="text-[14px] text-ink-2">
          <Rich
            text={block.blockedBy === null ? t('Since <time/>') : t('Since <time/>, by <name/>')}
            parts={{
              time: <DateTime at={block.createdAt} />,
              name: <bdi>{block.blockedBy}</bdi>,
            }}
          />
          {block.lastAttemptAt !== null && (
            <>
              {' · '}
              <Rich
                text={t(
                  '{count, plural, one {# refused chat} other {# refused chats}}, the last on <time/>',
                  { count: block.attemptCount },
                )}
                parts={{ time: <DateTime at={block.lastAttemptAt} /> }}
              />
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
    </div>
  );
}
