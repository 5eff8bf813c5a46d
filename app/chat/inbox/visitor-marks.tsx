import { t, languageNow, msg, type Sentence } from '../../i18n/translate.ts';
import type { VisitorIdentity, InboxEntry } from '../protocol/views.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Language } from '../../platform/languages.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';

const NOT_CONFIRMED = msg('Address not confirmed');

interface IdentityMarksProps {
  readonly identity: VisitorIdentity;
  /** Shows an icon only; its meaning is the accessible name and the tooltip. */
  readonly isShort?: boolean;
  readonly isWrapped?: boolean;
}

/** Shows how certain a visitor's identity is, and nothing when the identity is certain (rule 167). */
export function IdentityMarks(props: IdentityMarksProps) {
  const { identity, isShort = false, isWrapped = false } = props;
  const { cameFrom } = identity;
  const verified = cameFrom && cameFrom.subject !== null && (
    <VerifiedBy site={cameFrom.site} subject={cameFrom.subject} isShort={isShort} />
  );
  if (identity.isConfirmed) return verified;
  return (
    <>
      {verified}
      <span
        className={`flex items-center gap-1 text-ink-3 ${isShort ? 'shrink-0' : 'min-w-5'}`}
        title={t(NOT_CONFIRMED)}
      >
        <Icon name="envelope-simple" size={15} className="shrink-0" />
        <span className={isShort ? 'sr-only' : isWrapped ? '' : 'truncate'}>
          {t(NOT_CONFIRMED)}
        </span>
      </span>
      {identity.isNewBrowser && (
        <span
          className={`-my-0.5 shrink-0 rounded-[7px] bg-amber-tint px-1.5 py-0.5 font-semibold text-amber ${isShort ? 'text-[12.5px] leading-4' : ''}`}
        >
          {t('New browser')}
        </span>
      )}
    </>
  );
}

/** Shows that a site vouches for the visitor's identity. The claim grants no access (decision 045). */
function VerifiedBy(props: { site: string; subject: string; isShort: boolean }) {
  const { site, subject, isShort } = props;
  return (
    <span
      className="flex min-w-0 shrink items-center gap-1 text-success"
      title={
        isShort ? t('Verified by {site}', { site }) : t('Known there as {subject}', { subject })
      }
    >
      <Icon name="check" size={15} />
      <span dir="auto" className={isShort ? 'sr-only' : '[overflow-wrap:anywhere]'}>
        {t('Verified by {site}', { site })}
      </span>
    </span>
  );
}

const NAMES = { en: msg('English'), es: msg('Spanish') } as const satisfies Readonly<
  Record<Language, Sentence>
>;

export function getLanguageLabel(language: Language): string {
  return t(NAMES[language]);
}

/** Shown only if the visitor writes in another language than the agent's. */
export function LanguageMark({ language }: { readonly language: Language }) {
  if (language === languageNow()) return null;
  return (
    <span
      className="shrink-0 rounded-[7px] bg-soft px-1.5 text-[12.5px] leading-5 font-semibold text-soft-ink uppercase"
      title={t('Writes in {language}', { language: getLanguageLabel(language) })}
    >
      <span aria-hidden="true">{language}</span>
      <span className="sr-only">
        {t('Writes in {language}', { language: getLanguageLabel(language) })}
      </span>
    </span>
  );
}

/** Shows the visitor's name, which visitors choose freely, and always the email address. */
export function VisitorName({ inboxEntry: { email, identity } }: { inboxEntry: InboxEntry }) {
  if (identity.name === null) return <>{email}</>;
  return (
    <>
      <bdi>{identity.name}</bdi>{' '}
      <span className="text-[0.875em] font-normal tracking-normal text-ink-3">{email}</span>
    </>
  );
}

interface LocalTimeProps {
  /** ISO 8601. */
  readonly at: string;
  readonly say: (time: Date) => string;
  readonly className?: string;
}

/**
 * Shows a time in the reader's time zone. The server may have rendered another time zone, and React would
 * discard a page whose text differs from the server's.
 */
export function LocalTime({ at, say, className }: LocalTimeProps) {
  const isHere = useHydrated();
  return (
    <time
      // A new key replaces the element: after a suppressed mismatch React would keep the server's text.
      key={isHere ? 'here' : 'server'}
      suppressHydrationWarning
      dateTime={at}
      className={className}
    >
      {say(new Date(at))}
    </time>
  );
}
