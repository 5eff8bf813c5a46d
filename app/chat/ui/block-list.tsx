import { say } from '../../platform/say.ts';
import type { BlockView } from '../server/privacy/block-visitor.server.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { FormButton } from '../../ui/form/form-button.tsx';
import { PageSection } from '../../ui/page-section.tsx';

export function BlockList({ blocks }: { readonly blocks: readonly BlockView[] }) {
  if (blocks.length === 0) return null;
  return (
    <PageSection title={say('Blocked')} count={blocks.length}>
      <ul className="list-card">
        {blocks.map((block) => (
          <BlockRow key={block.id} block={block} />
        ))}
      </ul>
    </PageSection>
  );
}

function BlockRow({ block }: { block: BlockView }) {
  const name = block.email ?? say('An erased address');
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
          {say('since')} <DateTime at={block.createdAt} />
          {block.blockedBy !== null && (
            <>{say(', by {blockedBy}', { blockedBy: block.blockedBy })}</>
          )}
          {block.lastAttemptAt !== null && (
            <>
              {' · '}
              {block.attemptCount === 1
                ? say('1 refused chat')
                : say('{attemptCount} refused chats', { attemptCount: block.attemptCount })}
              {', '}
              {say('the last on')} <DateTime at={block.lastAttemptAt} />
            </>
          )}
        </p>
      </div>
      <FormButton
        fields={{ intent: 'unblock', id: block.id }}
        preventScrollReset={false}
        aria-label={say('Unblock {name}', { name })}
      >
        {say('Unblock')}
      </FormButton>
    </li>
  );
}
