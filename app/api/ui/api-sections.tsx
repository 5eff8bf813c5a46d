import type { readDocumentation } from '../server/read-documentation.server.ts';
import { CodeBlock } from '../../notifications/ui/code-block.tsx';
// The example on the page is the file that the tests run.
// oxlint-disable-next-line import/default -- Vite gives a file's text as its default export
import verifySignature from '../../../examples/verify-signature.ts?raw';

const PARTS = /(`[^`]+`|\[[^[\]]+\]\([^)[]+\)|\*[^*]+\*)/;

type Documentation = Awaited<ReturnType<typeof readDocumentation>>;
type Documented = Documentation['operations' | 'keyed'][number];

interface ApiOperationProps {
  readonly operation: Documented;
  readonly said: Documentation['said']['operation'];
}

export function ApiOperation({ operation, said }: ApiOperationProps) {
  const { id, method, path, scope, title, description, parameters, request, answer } = operation;
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      className="border-t border-line py-8 first:border-0"
    >
      <h3 id={`${id}-title`} className="text-[22px]">
        {title}
      </h3>
      <p
        translate="no"
        className="mt-2.5 flex flex-wrap items-center gap-2 font-mono text-[14.5px]"
      >
        <span className="rounded-chip bg-soft px-2 py-0.5 font-bold text-soft-ink">{method}</span>
        <span className="[overflow-wrap:anywhere]">{path}</span>
        {scope !== null && <span className="text-ink-3">{scope}</span>}
      </p>
      <p className="mt-3 text-ink-2">
        <Marked text={description} />
      </p>
      {parameters.length > 0 && (
        <dl className="mt-4 rounded-card bg-surface px-5 py-1.5 ring-1 ring-line">
          {parameters.map(({ name, description, required, rule }) => (
            <div key={name} className="border-t border-line py-2.5 first:border-0">
              <dt className="flex flex-wrap items-baseline gap-x-2.5">
                <code className="font-bold">{name}</code>
                <span className="text-[13.5px] text-ink-3">
                  {required ? said.inPath : said.optional}
                </span>
              </dt>
              <dd className="text-[15px] text-ink-2">
                <Marked text={description} />
                <span className="block text-[13.5px] text-ink-3 [overflow-wrap:anywhere]">
                  <Marked text={rule} />
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <CodeBlock label={operation.requestLabel} code={request} />
      {answer === undefined ? (
        <p className="mt-3 text-[15px] text-ink-3">{said.nothingYet}</p>
      ) : (
        <CodeBlock label={operation.answerLabel} code={answer} />
      )}
    </article>
  );
}

interface ApiWebhooksProps {
  readonly events: Documentation['events'];
  readonly said: Documentation['said']['webhooks'];
}

export function ApiWebhooks({ events, said }: ApiWebhooksProps) {
  return (
    <>
      <p className="mt-4 text-ink-2">
        <Marked text={said.lead} />
      </p>
      <ul className="mt-4 list-disc space-y-2 pl-5 text-ink-2 marker:text-primary">
        {said.rules.map((rule) => (
          <li key={rule}>
            <Marked text={rule} />
          </li>
        ))}
      </ul>
      {events.map(({ type, title, label, example }) => (
        <div key={type} className="mt-6">
          <h3 translate="no" className="font-mono text-[18px] tracking-normal">
            {type}
          </h3>
          <p className="mt-1.5 text-ink-2">{title}.</p>
          <CodeBlock label={label} code={example} />
        </div>
      ))}
      <h3 className="mt-8 text-[22px]">{said.checking}</h3>
      <p className="mt-3 text-ink-2">{said.whyCheck}</p>
      <CodeBlock label={said.checkingInNode} code={verifySignature.trim()} />
    </>
  );
}

/** Renders a subset of Markdown: `code`, *emphasis* and links. */
export function Marked({ text }: { readonly text: string }) {
  return text.split(PARTS).map((part, index) => {
    const inside = part.slice(1, -1);
    if (index % 2 === 0) return part;
    // The index is a stable key, because the parts never move.
    /* oxlint-disable react/no-array-index-key */
    if (part.startsWith('`')) return <code key={index}>{inside}</code>;
    if (part.startsWith('*')) return <em key={index}>{inside}</em>;
    const [name = '', href = ''] = inside.split('](');
    return (
      <a key={index} href={href} className="link">
        {name}
      </a>
    );
    /* oxlint-enable react/no-array-index-key */
  });
}
