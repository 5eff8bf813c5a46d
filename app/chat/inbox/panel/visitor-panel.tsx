import { Rich } from '../../../ui/rich.tsx';
import { t } from '../../../i18n/translate.ts';
import { IdentityMarks } from '../visitor-marks.tsx';
import { nameOfLanguage } from '../../../platform/name-of-language.ts';
import { Link } from 'react-router';
import type { DeskMember, InboxEntry } from '../../protocol/views.ts';
import type { PersonView } from '../../protocol/person.ts';
import { VISITOR_FIELD_NAMES } from '../../protocol/visitor-fields.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import type { InboxStore } from '../inbox-store.ts';
import { LastingNote } from './lasting-note.tsx';
import { PanelHistory } from './panel-history.tsx';
import { PanelLabels } from './panel-labels.tsx';
import type { PanelSwitch } from './use-panel.ts';
import { usePerson, type Person } from './use-person.ts';
import { VisitorField } from './visitor-field.tsx';
import './panel.css';
import type { CameFrom } from '../../protocol/elsewhere.ts';
import { useEffect, useState } from 'react';
import { isShopLate, formatDueForTeam } from '../../../orders/protocol/due.ts';
import type { ListedOrder } from '../../client/listed-order.ts';
import { formatMoney } from '../../../orders/protocol/money.ts';
import { inboxApi } from '../inbox-api.ts';
import { Chip } from '../../../ui/chip.tsx';

interface PanelOrdersProps {
  readonly visitorId: string;
  /** Every change of an order adds a message, so a new number triggers a reload. */
  readonly lastNumber: number;
}

interface VisitorPanelProps {
  readonly panel: PanelSwitch;
  readonly inboxEntry: InboxEntry;
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
      aria-label={t('About this visitor')}
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
      aria-label={t('About this visitor')}
      closedby="any"
      data-has-step=""
      className="panel-sheet"
      onClose={props.panel.close}
    >
      <PanelContent {...props} />
    </dialog>
  );
}

function PanelContent({ panel, inboxEntry, member, store }: VisitorPanelProps) {
  const person = usePerson(store, inboxEntry.visitorId);
  const { view, problem } = person;
  return (
    <div className="panel">
      <div className="flex items-start gap-3">
        <Avatar name={inboxEntry.identity.name ?? inboxEntry.email} />
        <div className="min-w-0 flex-1">
          {VISITOR_FIELD_NAMES.map((name) => (
            <VisitorField
              key={name}
              visitorId={inboxEntry.visitorId}
              name={name}
              value={inboxEntry.identity[name]}
              onSaved={() => store.lists.refresh(inboxEntry.visitorId)}
            />
          ))}
          <AddressLine inboxEntry={inboxEntry} />
        </div>
        <button
          type="button"
          className="icon-button -mt-1 -mr-2 shrink-0"
          aria-label={t('Close the panel')}
          onClick={panel.close}
        >
          <Icon name="x" />
        </button>
      </div>
      {view ? (
        <PanelParts person={person} view={view} inboxEntry={inboxEntry} store={store} />
      ) : (
        <div className="mt-5">
          {problem ? (
            <p role="alert" className="text-[14px] text-error">
              {problem}{' '}
              <button type="button" className="link" onClick={person.again}>
                {t('Try again')}
              </button>
            </p>
          ) : (
            <Skeleton rows={6} height={56}>
              {t('Loading visitor details...')}
            </Skeleton>
          )}
        </div>
      )}
      {member.seesVisitors && (
        <p className="panel-part">
          <Link
            to={`/team/visitors?visitor=${inboxEntry.visitorId}`}
            className="link inline-flex min-h-6 items-center text-[14px]"
          >
            {t('Visitor’s data and blocking')}
          </Link>
        </p>
      )}
    </div>
  );
}

interface PanelPartsProps {
  readonly person: Person;
  readonly view: PersonView;
  readonly inboxEntry: InboxEntry;
  readonly store: InboxStore;
}

function PanelParts({ person, view, inboxEntry, store }: PanelPartsProps) {
  return (
    <>
      <Facts view={view} inboxEntry={inboxEntry} />
      <PanelLabels person={person} view={view} conversationId={inboxEntry.conversationId} />
      <LastingNote
        key={view.visitorId}
        visitorId={view.visitorId}
        note={view.note}
        onSaved={(note) => person.put({ note })}
        onRefused={person.again}
      />
      <PanelOrders visitorId={inboxEntry.visitorId} lastNumber={inboxEntry.messageCount} />
      <PanelHistory view={view} store={store} />
    </>
  );
}

function Facts({ view, inboxEntry }: { view: PersonView; inboxEntry: InboxEntry }) {
  return (
    <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-[14px]">
      {inboxEntry.topic && (
        <>
          <dt className="text-ink-3">{t('Topic')}</dt>
          <dd dir="auto">{inboxEntry.topic}</dd>
        </>
      )}
      {inboxEntry.service && (
        <>
          <dt className="text-ink-3">{t('Service')}</dt>
          <dd>
            <a
              dir="auto"
              className="link"
              target="_blank"
              rel="noopener"
              href={`/services/${inboxEntry.service.section}/${inboxEntry.service.slug}`}
            >
              {inboxEntry.service.title}
            </a>
          </dd>
        </>
      )}
      <dt className="text-ink-3">{t('Language')}</dt>
      <dd className="first-letter:uppercase">{nameOfLanguage(inboxEntry.language)}</dd>
      <dt className="text-ink-3">{t('First chat')}</dt>
      <dd>
        <DateTime at={view.firstSeenAt} />
      </dd>
    </dl>
  );
}

function AddressLine({ inboxEntry: { email, identity } }: { inboxEntry: InboxEntry }) {
  return (
    <>
      <p dir="auto" className="text-[14px] text-ink-2">
        <EmailAddress email={email} />
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-[13.5px]">
        {identity.isConfirmed && (
          <span className="flex items-center gap-1 text-success">
            <Icon name="check" size={15} /> {t('Address confirmed')}
          </span>
        )}
        <IdentityMarks identity={identity} isWrapped />
      </p>
      {identity.cameFrom && <CameFromLine from={identity.cameFrom} />}
    </>
  );
}

function CameFromLine({ from: { site, section, subject } }: { from: CameFrom }) {
  return (
    <p dir="auto" className="mt-1 text-[13.5px] [overflow-wrap:anywhere] text-ink-2">
      <Rich
        text={
          section === null ? t('Came from <site/>.') : t('Came from <site/>, section <section/>.')
        }
        parts={{ site: <bdi>{site}</bdi>, section: <bdi>{section}</bdi> }}
      />
      {subject !== null && (
        <>
          {' '}
          <Rich text={t('Known there as <name/>.')} parts={{ name: <bdi>{subject}</bdi> }} />
        </>
      )}
    </p>
  );
}

function PanelOrders({ visitorId, lastNumber }: PanelOrdersProps) {
  const [orders, setOrders] = useState<readonly ListedOrder[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const asking = { signal: abort.signal };
    inboxApi.get('/agentchat/visitors/:id/orders', { id: visitorId }, asking).then(
      (read) => setOrders(read.orders),
      // The next message reloads the orders, and the orders page shows them too.
      () => {},
    );
    return () => abort.abort();
  }, [visitorId, lastNumber]);
  if (orders.length === 0) return null;
  return (
    <section className="panel-part" aria-labelledby="panel-orders">
      <h3 id="panel-orders" className="flex gap-x-1.5">
        {t('Orders')}
        <span className="font-medium text-ink-3">{orders.length}</span>
      </h3>
      <ul className="mt-1">
        {orders.map(({ number, state, title, amount, currency, due, subscription }) => (
          <li key={number}>
            <Link
              to={`/team/orders/${number}`}
              className="-mx-2 block rounded-[10px] px-2 py-2 hover:bg-sunken"
            >
              <span className="flex items-center gap-2 text-[14px]">
                <span dir="auto" className="min-w-0 flex-1 truncate font-semibold">
                  {number}
                </span>
                <Chip tone={isShopLate(due) ? 'error' : 'plain'}>{state}</Chip>
              </span>
              <span className="mt-0.5 flex justify-between gap-2 text-[13px] text-ink-3">
                <span dir="auto" className="min-w-0 truncate">
                  {title}
                </span>
                <span className="tabular-nums">{formatMoney(amount, currency)}</span>
              </span>
              {subscription !== null && (
                <span className="mt-0.5 block text-[13px] text-ink-3">{subscription}</span>
              )}
              {due && (
                <span
                  className={`mt-0.5 block text-[13px] ${isShopLate(due) ? 'font-semibold text-error' : 'text-ink-3'}`}
                >
                  {formatDueForTeam(due)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
