import { Rich } from '../../ui/rich.tsx';
import { t, msg, type Sentence } from '../../i18n/translate.ts';
import { Link } from 'react-router';
import type { JobPage, JobQuery, JobView } from '../../platform/change/outbox.server.ts';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Moment, useMoment } from '../../ui/date-time.tsx';
import { FormButton } from '../../ui/form/form-button.tsx';

const KINDS: Readonly<Record<string, Sentence>> = {
  mail: msg('Email'),
  'visitor-mail': msg('Email to a visitor'),
  digest: msg('Digest'),
  push: msg('Push notification'),
  webhook: msg('Webhook'),
  refund: msg('Refund'),
  'end-subscription': msg('End of a subscription'),
};

interface Choice extends Pick<JobQuery, 'state' | 'kind'> {
  readonly label: string;
  readonly count: number;
}

interface JobListProps extends JobPage {
  readonly query: JobQuery;
}

export function JobList({ query, entries, hasMore, counts }: JobListProps) {
  return (
    <>
      <JobFilter query={query} counts={counts} />
      {entries.length === 0 ? (
        <p className="mt-8 text-ink-2">
          {query.state === 'open' ? t('No waiting jobs.') : t('No failed jobs.')}
        </p>
      ) : (
        <ul className="list-card mt-6">
          {entries.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
      <PagesNav
        page={query.page}
        hasMore={hasMore}
        pathOf={(page) => pathOf({ ...query, page })}
        names={[t('Previous'), t('Next')]}
      />
      <p className="mt-6 text-[14px] text-ink-2">{t('Failed jobs are kept for 30 days.')}</p>
      <p className="mt-2 text-[14px]">
        <Link to="/team/audit" className="link">
          {t('The audit log shows who sent a job again.')}
        </Link>
      </p>
    </>
  );
}

function pathOf({ state, kind, page }: JobQuery): string {
  const parameters = new URLSearchParams({ state });
  if (kind !== undefined) parameters.set('kind', kind);
  if (page > 1) parameters.set('page', String(page));
  return `?${parameters.toString()}`;
}

function JobFilter({
  query,
  counts,
}: {
  readonly query: JobQuery;
  readonly counts: JobPage['counts'];
}) {
  const sum = (state: JobQuery['state']) => counts.reduce((total, one) => total + one[state], 0);
  const choices: readonly Choice[] = [
    { state: 'open', kind: undefined, label: t('Waiting'), count: sum('open') },
    { state: 'failed', kind: undefined, label: t('Failed'), count: sum('failed') },
    ...counts.flatMap(({ kind, open, failed }) => [
      {
        state: 'open' as const,
        kind,
        label: t('{nameOfKind}, waiting', { nameOfKind: nameOfKind(kind) }),
        count: open,
      },
      {
        state: 'failed' as const,
        kind,
        label: t('{nameOfKind}, failed', { nameOfKind: nameOfKind(kind) }),
        count: failed,
      },
    ]),
  ];
  return (
    <nav aria-label={t('Outbox')} className="mt-8">
      <ul className="flex flex-wrap gap-2">
        {choices
          .filter(({ kind, count }) => kind === undefined || count > 0)
          .map(({ state, kind, label, count }) => {
            const isHere = state === query.state && kind === query.kind;
            return (
              <li key={`${state} ${kind ?? ''}`}>
                <Link
                  to={pathOf({ state, kind, page: 1 })}
                  aria-current={isHere ? 'page' : undefined}
                  className={`button button-small ${isHere ? 'button-primary' : 'button-line'}`}
                >
                  {label} <span className="tabular-nums">{count}</span>
                </Link>
              </li>
            );
          })}
      </ul>
    </nav>
  );
}

/** A newer version may have added unknown kinds. */
function nameOfKind(kind: string): string {
  const name = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  return name ? t(name) : kind;
}

/** Shows neither the contents nor the recipient of a job. */
function JobRow({ job }: { readonly job: JobView }) {
  const {
    id,
    kind,
    state,
    attempts,
    lastError,
    createdAt,
    at,
    isHeld,
    isUnderWay: isInProgress,
  } = job;
  const time = useMoment(createdAt);
  const name = t('{nameOfKind} from {time}', { nameOfKind: nameOfKind(kind), time });
  return (
    <li className="list-row" data-testid="outbox-entry">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-[650]">{nameOfKind(kind)}</span>
          {state === 'failed' && <Chip tone="error">{t('Failed')}</Chip>}
          {state === 'open' && (
            <Chip tone={attempts > 0 && !isInProgress && !isHeld ? 'amber' : 'plain'}>
              {isHeld
                ? t('On hold')
                : isInProgress
                  ? t('Sending')
                  : attempts > 0
                    ? t('Retrying')
                    : t('Waiting')}
            </Chip>
          )}
        </p>
        <p className="flex flex-wrap gap-x-3 text-[14px] text-ink-2">
          <span>
            <Rich text={t('Since <time/>')} parts={{ time: <Moment at={createdAt} /> }} />
          </span>
          {attempts > 0 && (
            <span>
              {t('{count, plural, one {# attempt} other {# attempts}}', { count: attempts })}
            </span>
          )}
          {isHeld ? (
            <span>{t('Waiting until its webhook is resumed')}</span>
          ) : (
            <span>
              <Rich
                text={state === 'failed' ? t('Failed <time/>') : t('Next attempt <time/>')}
                parts={{ time: <Moment at={at} /> }}
              />
            </span>
          )}
        </p>
        {lastError !== null && (
          <p dir="auto" className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
            {lastError}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {!isInProgress && !isHeld && (
          <FormButton
            fields={{ intent: 'send-again', id }}
            aria-label={t('Send again: {name}', { name })}
          >
            {t('Send again')}
          </FormButton>
        )}
        <ConfirmButton
          label={t('Discard')}
          accessibleLabel={t('Discard: {name}', { name })}
          question={t('Discard this job?')}
          text={t("The job is permanently deleted. Anything not sent yet won't be sent.")}
        >
          <FormButton fields={{ intent: 'give-up', id }} className="button button-danger">
            {t('Discard permanently')}
          </FormButton>
        </ConfirmButton>
      </div>
    </li>
  );
}
