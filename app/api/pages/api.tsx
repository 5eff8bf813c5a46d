import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { readDocumentation } from '../server/read-documentation.server.ts';
import { appContextKey } from '../../app-context.ts';
import { PUBLIC_PAGE_HEADERS } from '../../shop/pages/layout.tsx';
import { pageMeta } from '../../shop/pages/page-meta.ts';
import type { Route } from './+types/api.ts';
import type { ReactNode } from 'react';
import { ApiOperation, ApiWebhooks, Marked } from '../ui/api-sections.tsx';
import { CodeBlock } from '../../notifications/ui/code-block.tsx';

export const handle = { messages: await loadMessages('shop-pages') };

type Documentation = Awaited<ReturnType<typeof readDocumentation>>;

// The page contains live examples, so a changed review invalidates it.
export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches[0].loaderData, {
    title: t('API'),
    description: loaderData?.said.description ?? '',
    path: '/api',
  });

export function loader({ context }: Route.LoaderArgs) {
  return readDocumentation(context.get(appContextKey));
}

export default function ApiPage({ loaderData }: Route.ComponentProps) {
  return <ApiDocumentation documentation={loaderData} />;
}

function ApiDocumentation({ documentation }: { readonly documentation: Documentation }) {
  const { origin, said, parts, operations, keyed, scopes, problems, problem, events } =
    documentation;
  return (
    <main className="container-page pt-10 md:pt-16">
      <header className="max-w-[800px]">
        <h1 className="text-[clamp(42px,7vw,76px)] leading-[0.98] tracking-[-0.045em]">API</h1>
        {said.lead.map((text, index) => (
          <p
            key={text}
            className={`${index === 0 ? 'mt-5' : 'mt-3'} text-[17px] text-ink-2 md:text-[19px]`}
          >
            <Marked text={text} />
          </p>
        ))}
      </header>
      <div className="mt-10 gap-x-16 md:mt-14 lg:grid lg:grid-cols-[260px_minmax(0,1fr)]">
        <Contents title={said.onThisPage} parts={parts} />
        <div className="max-w-[760px] min-w-0 text-[16.5px] leading-[1.6]">
          <Part id="operations" parts={parts}>
            <Operations operations={operations} said={said} />
          </Part>
          <Part id="with-a-key" parts={parts}>
            <WithAKey scopes={scopes} keyed={keyed} said={said} />
          </Part>
          <Part id="errors" parts={parts}>
            <Problems problems={problems} problem={problem} said={said} />
          </Part>
          <Part id="limits" parts={parts}>
            <p className="mt-4 text-ink-2">
              <Marked text={said.limits} />
            </p>
            <CodeBlock
              label={said.askingWithAKey}
              code={`curl -H 'Authorization: Bearer emb_YOUR_KEY' '${origin}/api/v1/sections'`}
            />
          </Part>
          <Part id="caching" parts={parts}>
            <p className="mt-4 text-ink-2">
              <Marked text={said.caching} />
            </p>
          </Part>
          <Part id="webhooks" parts={parts}>
            <ApiWebhooks events={events} said={said.webhooks} />
          </Part>
        </div>
      </div>
    </main>
  );
}

function Contents({ title, parts }: { readonly title: string } & Pick<Documentation, 'parts'>) {
  return (
    <nav
      aria-labelledby="contents-title"
      className="mb-10 h-fit rounded-card bg-surface p-5 ring-1 ring-line lg:sticky lg:top-[100px] lg:mb-0"
    >
      <h2 id="contents-title" className="mb-1.5 px-2 text-[19px] tracking-[-0.02em]">
        {title}
      </h2>
      <ul className="text-[15px] text-ink-2">
        {parts.map(([id, name]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center rounded-[9px] px-2 py-1 leading-snug hover:bg-sunken hover:text-ink lg:min-h-9"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Operations({ operations, said }: Pick<Documentation, 'operations' | 'said'>) {
  return (
    <>
      {said.operations.map((text, index) => (
        <p key={text} className={`${index === 0 ? 'mt-4' : 'mt-3'} text-ink-2`}>
          <Marked text={text} />
        </p>
      ))}
      <div className="mt-4">
        {operations.map((operation) => (
          <ApiOperation key={operation.id} operation={operation} said={said.operation} />
        ))}
      </div>
    </>
  );
}

function WithAKey({ scopes, keyed, said }: Pick<Documentation, 'scopes' | 'keyed' | 'said'>) {
  return (
    <>
      <p className="mt-4 text-ink-2">
        <Marked text={said.withAKey} />
      </p>
      <dl className="mt-4 rounded-card bg-surface px-5 py-1.5 ring-1 ring-line">
        {scopes.map(({ scope, name }) => (
          <div key={scope} className="border-t border-line py-2.5 first:border-0">
            <dt>
              <code className="font-bold">{scope}</code>
            </dt>
            <dd className="text-[15px] text-ink-2">{name}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        {keyed.map((operation) => (
          <ApiOperation key={operation.id} operation={operation} said={said.operation} />
        ))}
      </div>
    </>
  );
}

function Problems({
  problems,
  problem,
  said,
}: Pick<Documentation, 'problems' | 'problem' | 'said'>) {
  return (
    <>
      <p className="mt-4 text-ink-2">
        <Marked text={said.errors} />
      </p>
      {problem && (
        <>
          <CodeBlock label={said.badRequest} code={problem.request} />
          <CodeBlock label={said.badAnswer} code={problem.answer} />
        </>
      )}
      <dl className="mt-6">
        {problems.map(({ kind, status, title, advice }) => (
          <div
            key={kind}
            id={kind}
            className="scroll-mt-24 border-t border-line py-3.5 first:border-0"
          >
            <dt className="flex flex-wrap items-baseline gap-x-2.5">
              <span className="font-bold tabular-nums">{status}</span>
              <span className="font-bold">{title}</span>
              <code className="text-[14px] text-ink-3">{kind}</code>
            </dt>
            <dd className="text-ink-2">
              <Marked text={advice} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Part({
  id,
  parts,
  children,
}: { readonly id: string; readonly children: ReactNode } & Pick<Documentation, 'parts'>) {
  const title = parts.find(([known]) => known === id)?.[1];
  return (
    <section
      id={id}
      aria-labelledby={`${id}-part`}
      className="border-t border-line py-9 first:border-0 first:pt-0"
    >
      <h2 id={`${id}-part`} className="text-[clamp(26px,3vw,34px)]">
        {title}
      </h2>
      {children}
    </section>
  );
}
