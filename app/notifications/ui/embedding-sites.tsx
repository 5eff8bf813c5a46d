import { t } from '../../i18n/translate.ts';
import type { EmbeddingSite } from '../../chat/embed/server/embed-secrets.server.ts';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmForm, FormButton } from '../../ui/form/form-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { Link } from 'react-router';
import { CodeBlock } from './code-block.tsx';
import { SecretNotice, type IntegrationAnswer } from '../../api/ui/secret-notice.tsx';

const INTENTS = ['make-host-secret', 'remove-host-secret'];

interface EmbeddingSitesProps {
  readonly sites: readonly EmbeddingSite[];
  /** The HTML that a host site embeds in its pages. */
  readonly snippet: string;
  readonly answer: IntegrationAnswer | undefined;
}

export function EmbeddingSites({ sites, snippet, answer }: EmbeddingSitesProps) {
  return (
    <PageSection title={t('Chat on other sites')} count={sites.length}>
      <p className="mb-4 max-w-[41em] text-ink-2">
        {t('Which sites may show the chat in their pages is listed under')}{' '}
        <Link to="/team/settings#widget" className="link">
          {t('Settings')}
        </Link>
        {'. '}
        {t(
          'A site that has a signing secret can tell who its visitors are, so that they need not type their address: the team then reads “Verified by” and the site. It proves what that site says, not that somebody reads the mail of the address.',
        )}
      </p>
      <CodeBlock label={t('For the pages of such a site')} code={snippet} />
      <p className="mt-3 max-w-[41em] text-[14px] text-ink-2">
        {t(
          'This is version 2: no style, animation or page change of the site hides or removes the chat. Pages with version 1 keep working; to change over, replace their whole script element.',
        )}
      </p>
      <SecretNotice
        answer={answer && INTENTS.includes(answer.intent) ? answer : undefined}
        label={t('The new signing secret of the site')}
      />
      {sites.length > 0 && (
        <ul className="list-card mt-5">
          {sites.map((site) => (
            <SiteRow key={site.origin} site={site} />
          ))}
        </ul>
      )}
    </PageSection>
  );
}

function SiteRow({ site }: { readonly site: EmbeddingSite }) {
  const { origin, isListed, secretSince } = site;
  return (
    <li className="list-row" data-testid="host-site">
      <div className="min-w-0 flex-1 basis-60">
        <p dir="auto" className="font-[650] [overflow-wrap:anywhere]">
          {origin}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[14px] text-ink-2">
          {!isListed && <Chip tone="error">{t('Not listed any more')}</Chip>}
          {secretSince === null ? (
            t('Does not sign who its visitors are')
          ) : (
            <>
              <Chip tone="success">{t('Signs')}</Chip>
              <span>
                {t('with a secret of')} <DateTime at={secretSince} />
              </span>
            </>
          )}
        </p>
      </div>
      <SecretButtons site={site} />
    </li>
  );
}

function SecretButtons({
  site: { origin, isListed, secretSince },
}: {
  readonly site: EmbeddingSite;
}) {
  if (secretSince === null) {
    return (
      <FormButton
        fields={{ intent: 'make-host-secret', origin }}
        aria-label={t('Make a signing secret for {origin}', { origin })}
      >
        {t('Make a signing secret')}
      </FormButton>
    );
  }
  return (
    <>
      {isListed && (
        <ConfirmForm
          label={t('Replace')}
          accessibleLabel={t('Replace the signing secret of {origin}', { origin })}
          question={t('Replace the signing secret of {origin}?', { origin })}
          text={t(
            'What the site signs with the one it has is refused at once, until it has the new one.',
          )}
          fields={{ intent: 'make-host-secret', origin }}
          accessibleDoLabel={t('Make another signing secret for {origin}', { origin })}
          doLabel={t('Replace')}
          tone="primary"
        />
      )}
      <ConfirmForm
        label={t('Take away')}
        accessibleLabel={t('Take the signing secret of {origin} away', { origin })}
        question={t('Take the signing secret of {origin} away?', { origin })}
        text={t(
          'Its visitors type their address from then on. Conversations keep what was verified.',
        )}
        fields={{ intent: 'remove-host-secret', origin }}
        accessibleDoLabel={t('Take it away from {origin} for good', { origin })}
        doLabel={t('Take away')}
      />
    </>
  );
}
