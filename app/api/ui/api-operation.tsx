import type { readDocumentation } from '../server/read-documentation.server.ts';
import { CodeBlock } from '../../notifications/ui/code-block.tsx';
import { Marked } from '../../notifications/ui/marked.tsx';

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
      <p className="mt-2.5 flex flex-wrap items-center gap-2 font-mono text-[14.5px]">
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
                  {rule}
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
