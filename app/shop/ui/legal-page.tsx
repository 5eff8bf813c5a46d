import type { LegalDocument } from '../legal/legal-documents.server.ts';
import { t } from '../../i18n/translate.ts';
import { langOf } from '../../platform/lang-of.ts';
import { Written } from './written.tsx';
import { Rich } from '../../ui/rich.tsx';

export function LegalPage({ document }: { readonly document: LegalDocument }) {
  const { title, effectiveDate, introduction, opening, sections } = document;
  const ofBody = langOf(document, 'body');
  const hasContents = sections.length > 0;
  return (
    <main className="container-page pt-10 md:pt-16">
      <header className="max-w-[800px]">
        <h1
          dir="auto"
          lang={langOf(document, 'heading')}
          className="text-[clamp(42px,7vw,76px)] leading-[0.98] tracking-[-0.045em]"
        >
          {title}
        </h1>
        {effectiveDate !== '' && (
          <p className="mt-5 inline-block rounded-chip bg-soft px-3 py-1 text-[14px] font-[650] text-soft-ink">
            <Rich
              text={t('Effective <date>{date}</date>', { date: effectiveDate })}
              parts={{ date: <bdi lang={langOf(document, 'effectiveDate')} /> }}
            />
          </p>
        )}
        {introduction !== '' && (
          <p
            dir="auto"
            lang={langOf(document, 'introduction')}
            className="mt-5 text-[17px] text-ink-2 md:text-[19px]"
          >
            {introduction}
          </p>
        )}
      </header>
      <div
        className={`mt-10 gap-x-16 md:mt-14 print:block ${hasContents ? 'lg:grid lg:grid-cols-[260px_minmax(0,1fr)]' : ''}`}
      >
        {hasContents && (
          <nav
            aria-labelledby="contents-title"
            className="mb-10 h-fit rounded-card bg-surface p-5 ring-1 ring-line lg:sticky lg:top-[100px] lg:mb-0 lg:max-h-[calc(100vh-124px)] lg:overflow-auto"
          >
            <h2 id="contents-title" className="mb-1.5 px-2 text-[19px] tracking-[-0.02em]">
              {t('On this page')}
            </h2>
            <ol className="text-[15px] text-ink-2">
              {sections.map((section) => (
                <li key={section.id}>
                  <a
                    dir="auto"
                    lang={ofBody}
                    href={`#${section.id}`}
                    className="flex min-h-11 items-center rounded-[9px] px-2 py-1 leading-snug hover:bg-sunken hover:text-ink lg:min-h-9"
                  >
                    {section.title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div lang={ofBody} className="max-w-[720px] print:max-w-none">
          {opening !== '' && <Written html={opening} className="legal-text pb-8" />}
          {sections.map((section) => (
            <section
              key={section.id}
              id={section.id}
              aria-labelledby={`${section.id}-title`}
              className="border-t border-line py-8 first:border-0 first:pt-0"
            >
              <h2 dir="auto" id={`${section.id}-title`} className="text-[clamp(24px,3vw,30px)]">
                {section.title}
              </h2>
              <Written html={section.html} className="legal-text" />
            </section>
          ))}
        </div>
      </div>
    </main>
  );
}
