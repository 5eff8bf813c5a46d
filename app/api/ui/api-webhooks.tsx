// The example on the page is the file that the tests run.
// oxlint-disable-next-line import/default -- Vite gives a file's text as its default export
import verifySignature from '../../../examples/verify-signature.ts?raw';
import type { readDocumentation } from '../server/read-documentation.server.ts';
import { CodeBlock } from '../../notifications/ui/code-block.tsx';
import { Marked } from '../../notifications/ui/marked.tsx';

type Documentation = Awaited<ReturnType<typeof readDocumentation>>;

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
          <h3 className="font-mono text-[18px] tracking-normal">{type}</h3>
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
