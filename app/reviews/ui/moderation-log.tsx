import { langOf, type Translated } from '../../platform/lang-of.ts';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { Link } from 'react-router';
import { MODERATION_REASONS, NEVER_FOR_RATINGS } from '../moderation-reasons.ts';
import type { ModerationEntry } from '../server/read-moderation.server.ts';
import { Chip } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { t } from '../../i18n/translate.ts';
import { Rich } from '../../ui/rich.tsx';

type LoggedModeration = Omit<ModerationEntry, 'section' | 'slug'> & {
  readonly service: Translated & { readonly title: string; readonly path: string | undefined };
};

interface ModerationLogProps {
  readonly entries: readonly LoggedModeration[];
  readonly page: number;
  readonly hasOlder: boolean;
  readonly hiddenCount: number;
  readonly shownCount: number;
}

export function ModerationLog(props: ModerationLogProps) {
  const { entries, page, hasOlder, hiddenCount, shownCount } = props;
  return (
    <main className="container-page max-w-[900px] pt-10 md:pt-16">
      <h1 className="text-[clamp(42px,7vw,76px)] leading-[0.98] tracking-[-0.045em]">
        {t('Moderation log')}
      </h1>
      <p className="mt-5 text-[17px] text-ink-2 md:text-[19px]">
        {t(
          "Every review is published immediately, good or bad. We hide a review only for one of the reasons below, and record each decision here, without names and without the review's text.",
        )}{' '}
        {t(NEVER_FOR_RATINGS)}
      </p>
      <section aria-labelledby="reasons" className="mt-10">
        <h2 id="reasons" className="text-[clamp(24px,3vw,30px)]">
          {t('Reasons')}
        </h2>
        <dl className="mt-5 grid gap-x-10 gap-y-4 md:grid-cols-2">
          {Object.entries(MODERATION_REASONS).map(([id, { name, meaning }]) => (
            <div key={id}>
              <dt className="font-[650]">{t(name)}</dt>
              <dd className="text-ink-2">{t(meaning)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="decisions" className="mt-12">
        <h2 id="decisions" className="text-[clamp(24px,3vw,30px)]">
          {t('Decisions')}
        </h2>
        <p className="mt-3 text-ink-2 tabular-nums">
          {t(
            '{hiddenCount, plural, one {# hidden} other {# hidden}}, {shownCount, plural, one {# shown} other {# shown}} again since this site opened.',
            {
              hiddenCount,
              shownCount,
            },
          )}
        </p>
        {entries.length > 0 && (
          <ul className="list-card mt-5">
            {entries.map((moderationEntry) => (
              <Decision key={moderationEntry.id} entry={moderationEntry} />
            ))}
          </ul>
        )}
        <PagesNav
          page={page}
          hasMore={hasOlder}
          pathOf={(to) => (to === 1 ? '/moderation-log' : `?page=${to}`)}
          className="mt-6"
        />
      </section>
    </main>
  );
}

function Decision({
  entry: { action, at, reason, reportCount, service },
}: {
  entry: LoggedModeration;
}) {
  return (
    <li
      data-testid="decision"
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-5 py-3.5 text-[15px]"
    >
      <Chip tone={action === 'hidden' ? 'amber' : 'success'}>
        {action === 'hidden' ? t('Hidden') : t('Shown again')}
      </Chip>
      <p className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        <Rich
          text={t('A review of <service>{title}</service>', { title: service.title })}
          parts={{
            service:
              service.path === undefined ? (
                <bdi lang={langOf(service, 'title')} />
              ) : (
                <Link
                  dir="auto"
                  lang={langOf(service, 'title')}
                  to={service.path}
                  className="underline underline-offset-3 hover:text-primary"
                />
              ),
          }}
        />
        {reason !== null && <> · {t(MODERATION_REASONS[reason].name)}</>}
        <span className="block text-[14px] text-ink-2">{reportsText(reportCount)}</span>
      </p>
      <span className="text-[14px] text-ink-3">
        <DateTime at={at} />
      </span>
    </li>
  );
}

function reportsText(count: number): string {
  if (count === 0) return t('Without any reports');
  return t('After {count, plural, one {# report} other {# reports}}', { count });
}
