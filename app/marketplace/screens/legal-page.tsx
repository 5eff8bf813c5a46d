import type { LegalBlock, LegalDocument } from '../legal/legal-document.ts';

/** A legal document with its table of contents, which stays in view on wide screens. */
export function LegalPage({
  document: { title, effectiveDate, introduction, sections },
}: {
  readonly document: LegalDocument;
}) {
  return (
    <main className="container-page pt-10 md:pt-16">
      <header className="max-w-[800px]">
        <h1 className="text-[clamp(42px,7vw,76px)] leading-[0.98] tracking-[-0.045em]">{title}</h1>
        <p className="mt-5 inline-block rounded-chip bg-soft px-3 py-1 text-[14px] font-[650] text-soft-ink">
          Effective {effectiveDate}
        </p>
        <p className="mt-5 text-[17px] text-ink-2 md:text-[19px]">{introduction}</p>
      </header>
      <div className="mt-10 gap-x-16 md:mt-14 lg:grid lg:grid-cols-[260px_minmax(0,1fr)]">
        <nav
          aria-labelledby="contents-title"
          className="mb-10 h-fit rounded-card bg-surface p-5 ring-1 ring-line lg:sticky lg:top-[100px] lg:mb-0 lg:max-h-[calc(100vh-124px)] lg:overflow-auto"
        >
          <h2 id="contents-title" className="mb-1.5 px-2 text-[19px] tracking-[-0.02em]">
            On this page
          </h2>
          <ol className="text-[15px] text-ink-2">
            {sections.map((section) => (
              <li key={section.id}>
                <a
                  href={`#${section.id}`}
                  className="flex min-h-11 items-center rounded-[9px] px-2 py-1 leading-snug hover:bg-sunken hover:text-ink lg:min-h-9"
                >
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-[720px]">
          {sections.map((section) => (
            <section
              key={section.id}
              id={section.id}
              aria-labelledby={`${section.id}-title`}
              className="border-t border-line py-8 first:border-0 first:pt-0"
            >
              <h2 id={`${section.id}-title`} className="text-[clamp(24px,3vw,30px)]">
                {section.title}
              </h2>
              {section.blocks.map((block, index) => (
                // The blocks of a document never move.
                // oxlint-disable-next-line react/no-array-index-key
                <Block key={index} block={block} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </main>
  );
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string') {
    return <p className="mt-4 text-[17px] leading-[1.6] text-ink-2">{block}</p>;
  }
  if ('list' in block) {
    return (
      <ul className="mt-4 list-disc space-y-2 pl-5 text-[17px] leading-[1.6] text-ink-2 marker:text-primary">
        {block.list.map((entry) => (
          <li key={entry} className="pl-1.5">
            {entry}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl className="mt-5 grid gap-x-6 rounded-card bg-sunken px-5 py-3 sm:grid-cols-[auto_1fr]">
      {block.contact.map(({ label, value, href }) => (
        <div key={label} className="contents">
          <dt className="pt-2.5 text-[15px] font-[650] sm:pb-2.5">{label}</dt>
          <dd className="pb-2.5 text-ink-2 [overflow-wrap:anywhere] sm:pt-2.5">
            {href === undefined ? (
              value
            ) : (
              <a href={href} className="link -my-2.5 inline-block py-2.5">
                {value}
              </a>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
