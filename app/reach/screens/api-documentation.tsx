import type { ReactNode } from 'react';
import type { readDocumentation } from '../api/read-documentation.server.ts';
import { ApiOperation } from './api-operation.tsx';
import { ApiWebhooks } from './api-webhooks.tsx';
import { CodeBlock } from './code-block.tsx';

const CONTENTS = [
  ['operations', 'Operations'],
  ['with-a-key', 'With a key'],
  ['errors', 'Errors'],
  ['limits', 'Limits and keys'],
  ['caching', 'Caching and CORS'],
  ['webhooks', 'Webhooks'],
] as const;

type Documentation = Awaited<ReturnType<typeof readDocumentation>>;

/** How other programs read the catalogue and are told of events, with live examples. */
export function ApiDocumentation({ documentation }: { readonly documentation: Documentation }) {
  const { origin, operations, keyed, scopes, problems, problem, events, limits } = documentation;
  return (
    <main className="container-page pt-10 md:pt-16">
      <header className="max-w-[800px]">
        <h1 className="text-[clamp(42px,7vw,76px)] leading-[0.98] tracking-[-0.045em]">API</h1>
        <p className="mt-5 text-[17px] text-ink-2 md:text-[19px]">
          Read the catalogue and its reviews as JSON, and be told when something happens. No account
          is needed to read. For programs, the same is described in{' '}
          <a href="/api/openapi.json" className="link">
            openapi.json
          </a>{' '}
          (OpenAPI 3.1).
        </p>
      </header>
      <div className="mt-10 gap-x-16 md:mt-14 lg:grid lg:grid-cols-[260px_minmax(0,1fr)]">
        <Contents />
        <div className="max-w-[760px] min-w-0 text-[16.5px] leading-[1.6]">
          <Part id="operations">
            <p className="mt-4 text-ink-2">
              Every answer below is what this server says now. Lists come in pages: ask again with{' '}
              <code>nextCursor</code> as <code>cursor</code>, or follow the <code>Link</code>{' '}
              header. New members may appear in answers at any time; ignore what you do not know.
              Anything that breaks a client gets a new version in the path.
            </p>
            <div className="mt-4">
              {operations.map((operation) => (
                <ApiOperation key={operation.id} operation={operation} />
              ))}
            </div>
          </Part>
          <Part id="with-a-key">
            <p className="mt-4 text-ink-2">
              A key may do what its scopes say, and what everybody may. Admins choose them when they
              make it. These answers are examples; no page of another site may ask for them, and a
              key belongs on a server, never into a page.
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
                <ApiOperation key={operation.id} operation={operation} />
              ))}
            </div>
          </Part>
          <Part id="errors">
            <Problems problems={problems} problem={problem} />
          </Part>
          <Part id="limits">
            <p className="mt-4 text-ink-2">
              Without a key an address may ask {limits.anonymous} times a minute, with a key{' '}
              {limits.keyed} times, or as often as its admin said. <code>RateLimit</code> says how
              many requests are left and in how many seconds all of them are there again; a 429 says
              in <code>Retry-After</code> how many seconds to wait. Admins make keys under{' '}
              <em>API</em> in the portal. A key that is wrong or revoked is refused, never taken for
              no key.
            </p>
            <CodeBlock
              label="Asking with a key"
              code={`curl -H 'Authorization: Bearer emb_YOUR_KEY' '${origin}/api/v1/sections'`}
            />
          </Part>
          <Part id="caching">
            <p className="mt-4 text-ink-2">
              Answers carry an <code>ETag</code>. Send it back as <code>If-None-Match</code>, and
              while nothing has changed you are answered 304 without a body.{' '}
              <code>Cache-Control</code> says how long an answer may be kept; reviews are always to
              be asked for again, because one that was hidden must be gone. Pages of any site may
              ask what needs no scope, without cookies. What needs one is never stored on the way.
            </p>
          </Part>
          <Part id="webhooks">
            <ApiWebhooks events={events} />
          </Part>
        </div>
      </div>
    </main>
  );
}

function Contents() {
  return (
    <nav
      aria-labelledby="contents-title"
      className="mb-10 h-fit rounded-card bg-surface p-5 ring-1 ring-line lg:sticky lg:top-[100px] lg:mb-0"
    >
      <h2 id="contents-title" className="mb-1.5 px-2 text-[19px] tracking-[-0.02em]">
        On this page
      </h2>
      <ul className="text-[15px] text-ink-2">
        {CONTENTS.map(([id, title]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center rounded-[9px] px-2 py-1 leading-snug hover:bg-sunken hover:text-ink lg:min-h-9"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What an answer looks like when something is wrong, and each kind of it. */
function Problems({ problems, problem }: Pick<Documentation, 'problems' | 'problem'>) {
  return (
    <>
      <p className="mt-4 text-ink-2">
        Whatever goes wrong is answered as problem details (RFC 9457) with the type{' '}
        <code>application/problem+json</code>. <code>detail</code> says what happened and{' '}
        <code>type</code> names the kind. A parameter that does not exist is an error, not ignored.
      </p>
      {problem && (
        <>
          <CodeBlock label="Request: an unknown parameter" code={problem.request} />
          <CodeBlock label="Answer: an unknown parameter" code={problem.answer} />
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

function Part({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const title = CONTENTS.find(([known]) => known === id)?.[1];
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

/** Words between backticks are code. */
function Marked({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    // The parts of a text never move.
    // oxlint-disable-next-line react/no-array-index-key
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
