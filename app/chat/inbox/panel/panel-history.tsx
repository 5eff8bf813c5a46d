import { t, msgIn } from '../../../i18n/translate.ts';
import { Link } from 'react-router';
import type { PersonView } from '../../protocol/person.ts';
import { Chip } from '../../../ui/chip.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Stars } from '../../../ui/stars.tsx';
import { FileLink } from '../../client/files/message-files.tsx';
import type { InboxStore } from '../inbox-store.ts';

interface PanelHistoryProps {
  readonly view: PersonView;
  readonly store: InboxStore;
}

export function PanelHistory({ view, store }: PanelHistoryProps) {
  return (
    <>
      <Conversations view={view} store={store} />
      {view.files.length > 0 && <Files files={view.files} fileCount={view.fileCount} />}
      {view.reviews.length > 0 && <Reviews reviews={view.reviews} />}
    </>
  );
}

function Conversations({ view, store }: PanelHistoryProps) {
  const { conversations, conversationCount } = view;
  return (
    <section className="panel-part" aria-labelledby="panel-conversations">
      <h3 id="panel-conversations" className="flex gap-1.5">
        {t('Conversations')}
        <span className="font-medium text-ink-3">{conversationCount}</span>
      </h3>
      <ul className="mt-1">
        {conversations.map(({ id, topic, startedAt, isCompleted, service, rating }) => (
          <li key={id}>
            <Link
              to={`/agentchat?c=${id}`}
              className="-mx-2 block rounded-[10px] px-2 py-2 hover:bg-sunken"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                void store.thread.openConversation(id);
              }}
            >
              <span className="flex items-center gap-2">
                <span dir="auto" className="min-w-0 flex-1 truncate text-[14px] font-semibold">
                  {topic}
                </span>
                <Chip tone={isCompleted ? 'plain' : 'success'}>
                  {isCompleted ? t('Resolved') : t(msgIn('conversation', 'Open'))}
                </Chip>
              </span>
              <span className="mt-0.5 flex items-center gap-2 text-[13px] text-ink-3">
                <DateTime at={startedAt} />
                {service && (
                  <span dir="auto" className="min-w-0 truncate">
                    {service.title}
                  </span>
                )}
                {rating && <Stars rating={rating.score} size={13} />}
              </span>
              {rating?.comment && (
                <span className="mt-0.5 block truncate text-[13px] text-ink-2">
                  “<bdi>{rating.comment}</bdi>”
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {conversationCount > conversations.length && (
        <p className="mt-1 text-[13px] text-ink-3">
          {t('Showing the latest {length}. Use search to find older conversations.', {
            length: conversations.length,
          })}
        </p>
      )}
    </section>
  );
}

function Files({ files, fileCount }: Pick<PersonView, 'files' | 'fileCount'>) {
  return (
    <section className="panel-part" aria-labelledby="panel-files">
      <h3 id="panel-files">
        {t('Files')} <span className="font-medium text-ink-3">{fileCount}</span>
      </h3>
      <ul className="mt-1.5 grid grid-cols-1 gap-1.5">
        {files.map((file) => (
          <li key={file.id}>
            <FileLink file={file} />
            <p className="mt-0.5 pl-1 text-[13px] text-ink-3">
              {file.isAgent ? t('From the team') : t('From the visitor')}{' '}
              <DateTime at={file.createdAt} />
            </p>
          </li>
        ))}
      </ul>
      {fileCount > files.length && (
        <p className="mt-1 text-[13px] text-ink-3">
          {t('Showing the latest {length}.', { length: files.length })}
        </p>
      )}
    </section>
  );
}

function Reviews({ reviews }: Pick<PersonView, 'reviews'>) {
  return (
    <section className="panel-part" aria-labelledby="panel-reviews">
      <h3 id="panel-reviews">
        {t('Reviews')} <span className="font-medium text-ink-3">{reviews.length}</span>
      </h3>
      <ul className="mt-1 grid gap-2.5">
        {reviews.map(({ id, service, path, rating, text, createdAt, isHidden }) => (
          <li key={id} className="text-[14px]">
            <p className="flex items-center gap-2">
              <a
                dir="auto"
                className="link min-w-0 flex-1 truncate"
                href={path}
                target="_blank"
                rel="noopener"
              >
                {service}
              </a>
              {isHidden && <Chip tone="amber">{t('Hidden')}</Chip>}
            </p>
            <p className="mt-0.5 flex items-center gap-2 text-[13px] text-ink-3">
              <DateTime at={createdAt} />
              {rating !== null && <Stars rating={rating} size={13} />}
            </p>
            {text && (
              <p className="mt-0.5 line-clamp-3 text-ink-2 [overflow-wrap:anywhere]">
                <bdi>{text}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
