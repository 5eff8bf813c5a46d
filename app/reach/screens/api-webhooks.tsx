// What is shown is the file that the tests run.
// oxlint-disable-next-line import/default -- Vite gives a file's text as its default export
import verifySignature from '../../../examples/verify-signature.ts?raw';
import type { readDocumentation } from '../api/read-documentation.server.ts';
import { CodeBlock } from './code-block.tsx';

type Events = Awaited<ReturnType<typeof readDocumentation>>['events'];

/** What webhooks tell, how they are signed and how often they are tried. */
export function ApiWebhooks({ events }: { readonly events: Events }) {
  return (
    <>
      <p className="mt-4 text-ink-2">
        A webhook is a request to an address of yours when something happens here. Admins add one
        under <em>API</em> in the portal and get a signing secret. The requests follow{' '}
        <a href="https://www.standardwebhooks.com" className="link">
          Standard Webhooks
        </a>
        , so its libraries can check them. They carry no texts, names or email addresses.
      </p>
      <ul className="mt-4 list-disc space-y-2 pl-5 text-ink-2 marker:text-primary">
        <li>
          Answer with any 2xx status within ten seconds; do the work afterwards. Redirects are not
          followed.
        </li>
        <li>
          Anything else is tried again: eight times in about a day, with growing waits. After three
          days without a success, or when you answer 410, the webhook is disabled until an admin
          resumes it.
        </li>
        <li>
          Every event comes at least once and may come twice, in any order. <code>webhook-id</code>{' '}
          is the same at every try: remember it and ignore what you have seen.
        </li>
        <li>
          For a day after the secret was replaced there are two signatures, one with each secret.
        </li>
      </ul>
      {events.map(({ type, title, example }) => (
        <div key={type} className="mt-6">
          <h3 className="font-mono text-[18px] tracking-normal">{type}</h3>
          <p className="mt-1.5 text-ink-2">{title}.</p>
          <CodeBlock label={`Body of ${type}`} code={example} />
        </div>
      ))}
      <h3 className="mt-8 text-[22px]">Checking the signature</h3>
      <p className="mt-3 text-ink-2">
        Without it anybody could write to your address in our name. In Node:
      </p>
      <CodeBlock label="Checking a signature in Node" code={verifySignature.trim()} />
    </>
  );
}
