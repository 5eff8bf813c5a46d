import { Rich } from '../../ui/rich.tsx';
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
        <Rich
          text={t(
            'To choose which sites can show the chat on their pages, go to <link>Settings</link>.',
          )}
          parts={{
            link: <Link to="/team/settings#widget" className="link" />,
          }}
        />{' '}
        {t(
          "A site with a signing secret can identify its visitors, so they don't have to type their email address. The team then sees “Verified by” and the site. This proves only what the site claims, not that the visitor can read email at that address.",
        )}
      </p>
      <CodeBlock label={t("Code for the site's pages")} code={snippet} />
      <p className="mt-3 max-w-[41em] text-[14px] text-ink-2">
        {t(
          "This is version 2: the site's styles, animations and page changes can't hide or remove the chat. Pages with version 1 keep working. To upgrade a page, replace its entire script element.",
        )}
      </p>
      <SecretNotice
        answer={answer && INTENTS.includes(answer.intent) ? answer : undefined}
        label={t('New signing secret for the site')}
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
          {!isListed && <Chip tone="error">{t('No longer listed')}</Chip>}
          {secretSince === null ? (
            t('No signing secret')
          ) : (
            <>
              <Chip tone="success">{t('Can verify visitors')}</Chip>
              <span>
                <Rich
                  text={t('Secret created <time/>')}
                  parts={{ time: <DateTime at={secretSince} /> }}
                />
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
        aria-label={t('Create signing secret for {origin}', { origin })}
      >
        {t('Create signing secret')}
      </FormButton>
    );
  }
  return (
    <>
      {isListed && (
        <ConfirmForm
          label={t('Replace')}
          accessibleLabel={t('Replace the signing secret for {origin}', { origin })}
          question={t('Replace the signing secret for {origin}?', { origin })}
          text={t(
            "Signatures made with the current secret are rejected immediately. Visitors can't be verified until the site uses the new secret.",
          )}
          fields={{ intent: 'make-host-secret', origin }}
          accessibleDoLabel={t('Create a new signing secret for {origin}', { origin })}
          doLabel={t('Replace')}
          tone="primary"
        />
      )}
      <ConfirmForm
        label={t('Remove secret')}
        accessibleLabel={t('Remove the signing secret for {origin}', { origin })}
        question={t('Remove the signing secret for {origin}?', { origin })}
        text={t(
          "The site's visitors will have to type their email address. Existing conversations stay verified.",
        )}
        fields={{ intent: 'remove-host-secret', origin }}
        accessibleDoLabel={t('Remove the signing secret for {origin} permanently', { origin })}
        doLabel={t('Remove secret')}
      />
    </>
  );
}
