import { sayLanguage } from '../visitor-language.tsx';
import { say } from '../../../platform/say.ts';
import { Link } from 'react-router';
import type { DeskMember, InboxEntry } from '../../protocol/views.ts';
import type { PersonView } from '../../protocol/person.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import type { InboxStore } from '../inbox-store.ts';
import { AddressLine } from './address-line.tsx';
import { LastingNote } from './lasting-note.tsx';
import { NameField } from './name-field.tsx';
import { PanelHistory } from './panel-history.tsx';
import { PanelLabels } from './panel-labels.tsx';
import { PanelOrders } from './panel-orders.tsx';
import type { PanelSwitch } from './use-panel.ts';
import { usePerson, type Person } from './use-person.ts';
import './panel.css';

interface VisitorPanelProps {
  readonly panel: PanelSwitch;
  readonly entry: InboxEntry;
  readonly member: DeskMember;
  readonly store: InboxStore;
}

/** Shows data about the visitor, beside the conversation on wide screens and over it elsewhere (rule 166). */
export function VisitorPanel(props: VisitorPanelProps) {
  const { panel } = props;
  if (!panel.isOpen) return null;
  if (panel.isSheet) return <PanelSheet {...props} />;
  return (
    <section
      aria-label={say('About this visitor')}
      className="panel-column min-h-0 border-l border-line"
    >
      <PanelContent {...props} />
    </section>
  );
}

function PanelSheet(props: VisitorPanelProps) {
  const { ref } = useModal();
  return (
    <dialog
      ref={ref}
      aria-label={say('About this visitor')}
      closedby="any"
      data-has-step=""
      className="panel-sheet"
      onClose={props.panel.close}
    >
      <PanelContent {...props} />
    </dialog>
  );
}

function PanelContent({ panel, entry, member, store }: VisitorPanelProps) {
  const person = usePerson(store, entry.visitorId);
  const { view, problem } = person;
  return (
    <div className="panel">
      <div className="flex items-start gap-3">
        <Avatar name={entry.identity.name ?? entry.email} />
        <div className="min-w-0 flex-1">
          <NameField
            visitorId={entry.visitorId}
            name={entry.identity.name}
            onSaved={() => store.lists.refresh(entry.visitorId)}
          />
          <AddressLine entry={entry} />
        </div>
        <button
          type="button"
          className="icon-button -mt-1 -mr-2 shrink-0"
          aria-label={say('Close the panel')}
          onClick={panel.close}
        >
          <Icon name="x" />
        </button>
      </div>
      {view ? (
        <PanelParts person={person} view={view} entry={entry} store={store} />
      ) : (
        <div className="mt-5">
          {problem ? (
            <p role="alert" className="text-[14px] text-error">
              {problem}{' '}
              <button type="button" className="link" onClick={person.again}>
                {say('Try again')}
              </button>
            </p>
          ) : (
            <Skeleton rows={6} height={56}>
              {say('Reading what is known about this visitor')}
            </Skeleton>
          )}
        </div>
      )}
      {member.seesVisitors && (
        <p className="panel-part">
          <Link
            to={`/team/visitors?visitor=${entry.visitorId}`}
            className="link inline-flex min-h-6 items-center text-[14px]"
          >
            {say('Visitor’s data and blocking')}
          </Link>
        </p>
      )}
    </div>
  );
}

interface PanelPartsProps {
  readonly person: Person;
  readonly view: PersonView;
  readonly entry: InboxEntry;
  readonly store: InboxStore;
}

function PanelParts({ person, view, entry, store }: PanelPartsProps) {
  return (
    <>
      <Facts view={view} entry={entry} />
      <PanelLabels person={person} view={view} conversationId={entry.conversationId} />
      <LastingNote
        key={view.visitorId}
        visitorId={view.visitorId}
        note={view.note}
        onSaved={(note) => person.put({ note })}
        onRefused={person.again}
      />
      <PanelOrders visitorId={entry.visitorId} lastNumber={entry.messageCount} />
      <PanelHistory view={view} store={store} />
    </>
  );
}

function Facts({ view, entry }: { view: PersonView; entry: InboxEntry }) {
  return (
    <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-[14px]">
      {entry.topic && (
        <>
          <dt className="text-ink-3">{say('Topic')}</dt>
          <dd dir="auto">{entry.topic}</dd>
        </>
      )}
      {entry.service && (
        <>
          <dt className="text-ink-3">{say('Service')}</dt>
          <dd>
            <a
              dir="auto"
              className="link"
              target="_blank"
              rel="noopener"
              href={`/services/${entry.service.section}/${entry.service.slug}`}
            >
              {entry.service.title}
            </a>
          </dd>
        </>
      )}
      <dt className="text-ink-3">{say('Language')}</dt>
      <dd>{sayLanguage(entry.language)}</dd>
      <dt className="text-ink-3">{say('First chat')}</dt>
      <dd>
        <DateTime at={view.firstSeenAt} />
      </dd>
    </dl>
  );
}
