import { say } from '../../platform/say.ts';
import { sayCount } from '../../platform/say-count.ts';
import { ConfirmForm } from '../../ui/form/confirm-form.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PagesNav } from '../../ui/pages-nav.tsx';
import type { PublicationView } from '../server/publish/read-history.server.ts';
import { FieldChanges } from './field-changes.tsx';

interface HistoryListProps {
  readonly publications: readonly PublicationView[];
  readonly page: number;
  readonly hasMore: boolean;
}

export function HistoryList({ publications, page, hasMore }: HistoryListProps) {
  return (
    <>
      <ol className="list-card mt-8">
        {publications.map((publication) => (
          <Publication key={publication.revision} publication={publication} />
        ))}
      </ol>
      <PagesNav page={page} hasMore={hasMore} pathOf={(other) => `?page=${other}`} />
    </>
  );
}

function Publication({ publication }: { readonly publication: PublicationView }) {
  const { revision, at, byName, note, undoneBy, changeCount, changes } = publication;
  return (
    <li className="px-4 py-4" data-testid="publication">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-[19px]">{say('Publication {revision}', { revision })}</h2>
          <p className="text-[14px] text-ink-2">
            {byName === null ? say('At the beginning') : byName}, <Moment at={at} />
            {changeCount > 0 && ` · ${sayCount({ noun: 'change', number: changeCount })}`}
          </p>
          {note !== '' && (
            <p dir="auto" className="mt-1 [overflow-wrap:anywhere]">
              {note}
            </p>
          )}
          {undoneBy !== null && (
            <p className="mt-1 text-ink-2">
              {say('Undone by publication {revision}', { revision: undoneBy })}
            </p>
          )}
        </div>
        {changeCount > 0 && undoneBy === null && (
          <ConfirmForm
            label={say('Undo this publication')}
            accessibleLabel={say('Undo this publication: {revision}', { revision })}
            question={say('Undo publication {revision}?', { revision })}
            text={say(
              'What it changed is as before again, for everybody and at once. It is refused where something of it was changed again since.',
            )}
            fields={{ intent: 'undo', revision: String(revision) }}
            doLabel={say('Undo publication {revision}', { revision })}
          />
        )}
      </div>
      {changes.length > 0 && (
        <details className="mt-2">
          <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold text-primary underline underline-offset-3">
            {say('What changed')}
            <span className="sr-only"> {say('in publication {revision}', { revision })}</span>
          </summary>
          <ul className="mt-2 grid gap-3">
            {changes.map((change) => (
              <li key={`${change.kind} ${change.id}`}>
                <p className="font-semibold [overflow-wrap:anywhere]">
                  <bdi>{change.title}</bdi>
                  {change.isNew && <span className="font-normal text-ink-2"> {say('(new)')}</span>}
                </p>
                <FieldChanges fields={change.fields} />
              </li>
            ))}
          </ul>
          {changeCount > changes.length && (
            <p className="mt-3 text-ink-2">
              {say('And {count} more.', { count: changeCount - changes.length })}
            </p>
          )}
        </details>
      )}
    </li>
  );
}
