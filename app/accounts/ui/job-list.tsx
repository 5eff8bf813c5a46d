import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { msg, t, type Sentence } from '../../i18n/translate.ts';
import { JOB_LIST } from '../../platform/change/job-list.ts';
import type { JobView, listJobs } from '../../platform/change/jobs.server.ts';
import type { ColumnOf } from '../../platform/lists/list-state.ts';
import type { OpenList } from '../../platform/lists/list-views.ts';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Moment, useMoment } from '../../ui/date-time.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { FormButton } from '../../ui/form/form-button.tsx';
import { TeamList } from '../../ui/list/team-list.tsx';

const KINDS: Readonly<Record<string, Sentence>> = {
  mail: msg('Email'),
  'visitor-mail': msg('Email to a visitor'),
  mention: msg('Email about a mention'),
  'order-assignment': msg('Email about an assignment'),
  'order-news': msg('Email about an order'),
  digest: msg('Digest'),
  push: msg('Push notification'),
  webhook: msg('Webhook'),
  refund: msg('Refund'),
  'end-subscription': msg('End of a subscription'),
};

interface JobListProps {
  readonly open: OpenList<typeof JOB_LIST>;
  readonly page: Awaited<ReturnType<typeof listJobs>>;
  readonly answer: FormAnswer | undefined;
}

export function JobList({ open, page, answer }: JobListProps) {
  const { state } = open.state.filters;
  const sum = (of: 'open' | 'failed') => page.counts.reduce((total, one) => total + one[of], 0);
  const withCount = (name: string, count: number) => t('{name}: {count}', { name, count });
  return (
    <>
      <TeamList
        list={JOB_LIST}
        open={open}
        page={page}
        answer={answer}
        nameOf={({ kind }) => nameOfKind(kind)}
        filters={[
          {
            kind: 'choice',
            name: 'state',
            label: t('State'),
            options: [
              { value: 'open', name: withCount(t('Waiting'), sum('open')) },
              { value: 'failed', name: withCount(t('Failed'), sum('failed')) },
            ],
          },
          {
            kind: 'choice',
            name: 'kind',
            label: t('Job'),
            options: [
              { value: '', name: t('All kinds') },
              ...page.counts.map((one) => ({
                value: one.kind,
                name: withCount(nameOfKind(one.kind), one[state]),
              })),
            ],
          },
        ]}
        cells={CELLS}
        renderActions={(job) => <JobActions job={job} />}
        bulk={[{ intent: 'send-jobs-again', label: t('Send again') }]}
        exports={[{ action: '/team/outbox/export', label: t('Export as CSV') }]}
        empty={{
          title: t('No waiting jobs'),
          text: t('Jobs are listed here until they are sent.'),
          step: (
            <Link to="/team/outbox?state=failed" className="button button-primary">
              {t('Show failed jobs')}
            </Link>
          ),
        }}
      />
      <p className="mt-6 text-[14px] text-ink-2">{t('Failed jobs are kept for 30 days.')}</p>
      <p className="mt-2 text-[14px]">
        <Link to="/team/audit?action=outbox-sent-again" className="link">
          {t('The audit log shows who sent a job again.')}
        </Link>
      </p>
    </>
  );
}

/** A newer version may have added unknown kinds. */
function nameOfKind(kind: string): string {
  const name = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  return name ? t(name) : kind;
}

const CELLS: Readonly<Record<ColumnOf<typeof JOB_LIST>, (job: JobView) => ReactNode>> = {
  kind: (job) => (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className="font-[650]">{nameOfKind(job.kind)}</span>
      <JobState job={job} />
    </span>
  ),
  attempts: ({ attempts }) => attempts,
  error: ({ lastError }) => lastError !== null && <bdi>{lastError}</bdi>,
  created: ({ createdAt }) => <Moment at={createdAt} />,
  at: ({ at, isHeld }) => (isHeld ? t('Waiting until its webhook is resumed') : <Moment at={at} />),
};

function JobState({ job: { state, attempts, isHeld, isBeingSent } }: { readonly job: JobView }) {
  if (state === 'failed') return <Chip tone="error">{t('Failed')}</Chip>;
  if (isHeld) return <Chip>{t('On hold')}</Chip>;
  if (isBeingSent) return <Chip>{t('Sending')}</Chip>;
  return attempts > 0 ? <Chip tone="amber">{t('Retrying')}</Chip> : <Chip>{t('Waiting')}</Chip>;
}

function JobActions({
  job: { id, kind, createdAt, isHeld, isBeingSent },
}: {
  readonly job: JobView;
}) {
  const time = useMoment(createdAt);
  const name = t('{nameOfKind} from {time}', { nameOfKind: nameOfKind(kind), time });
  return (
    <>
      {!isBeingSent && !isHeld && (
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
    </>
  );
}
